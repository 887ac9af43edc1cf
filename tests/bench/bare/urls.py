from django.urls import path

from polignac_site.urls import urlpatterns as site

from .views import RowsView

urlpatterns = [path("bare/rows", RowsView.as_view()), *site]
