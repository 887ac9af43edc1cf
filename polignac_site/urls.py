"""Every address of the site, and the pages of its errors."""

from django.urls import include, path

urlpatterns = [
    path("", include("games.pages.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
]
