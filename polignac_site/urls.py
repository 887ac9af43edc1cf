"""Every address of the site, and the pages of its errors."""

from django.urls import include, path, re_path

from accounts.api.reference import reference
from games.api.base import NoSuchAddressView
from games.pages import mailbox

urlpatterns = [
    path("api/v1/", include("games.api.urls")),  # first: moves are what comes most, and each pattern before costs
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include([re_path("", NoSuchAddressView.as_view())])),  # whatever is left
    path("api/", reference, name="api-docs"),
    path("", include("games.pages.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
]
if mailbox.is_open():
    urlpatterns.insert(0, path("", include("games.pages.mailbox_urls")))

handler500 = "accounts.faults.server_error"
handler429 = "accounts.views.too_many_requests"  # allauth asks for it when somebody tries too often
