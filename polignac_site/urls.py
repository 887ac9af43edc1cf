"""Every address of the site, and the pages of its errors."""

from django.urls import include, path

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
]
