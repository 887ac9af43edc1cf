"""The addresses of the site with the mailbox of development among them."""

from django.urls import include, path

from polignac_site.urls import urlpatterns as of_the_site

urlpatterns = [path("", include("games.pages.mailbox_urls")), *of_the_site]
