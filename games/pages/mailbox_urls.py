"""Addresses of the mailbox of development. To be included only while `games.pages.mailbox.is_open`."""

from django.urls import path

from . import mailbox

app_name = "mailbox"

urlpatterns = [
    path("mail", mailbox.mailbox, name="mailbox"),
    path("mail/<str:file>/<int:number>", mailbox.letter, name="letter"),
    path("mail/<str:file>/<int:number>/html", mailbox.letter_html, name="letter_html"),
]
