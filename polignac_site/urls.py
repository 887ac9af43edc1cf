"""Every address of the site, and the pages of its errors."""

from django.urls import include, path

from accounts.api.reference import reference

urlpatterns = [
    path("", include("games.pages.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("api/", reference, name="api-docs"),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),  # last: it answers for what is not there
]

handler429 = "accounts.views.too_many_requests"  # allauth asks for it when somebody tries too often
