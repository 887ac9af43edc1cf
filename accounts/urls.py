"""Addresses of the account pages that are ours; allauth has the others."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
