"""What a player is told, where and when; and quiet about one table."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games import vapid
from games.models import Notice
from games.services import pushing, telling, webhooks
from games.services.errors import BadSubscription, BadWebhook, NoWebhook

from .feeds import feed_urls
from .forms import NoticesForm, WebhookForm
from .refusals import account_of, explained, signed_in
from .words import webhook_error

MOST_DIGITS = 18  # of the number of a row


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@explained
def notices(request: HttpRequest) -> HttpResponse:
    """The settings of notices."""
    user = account_of(request)
    wishes, hook = telling.settings_of(user), webhooks.webhook_of(user)
    browsers = pushing.subscriptions_of(user)
    channels = ["kinds", *(["push_kinds"] if browsers else []), *(["webhook_kinds"] if hook else [])]
    form = NoticesForm(request.POST or None, initial=NoticesForm.values_of(wishes), channels=channels)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            telling.change_settings(user, form.changes())
            messages.success(request, _("Saved."))
            return redirect("games:notices")
        status = 422
    context = {
        "form": form,
        "zone": user.time_zone,
        "feeds": feed_urls(wishes.feed),
        "hook": hook,
        "hook_error": webhook_error(hook.last_error) if hook else "",
        "browsers": browsers,
        "push_key": vapid.public_key(),
        "webhook_form": WebhookForm(initial={"url": hook.url, "form": hook.form} if hook else None),
    }
    return render(request, "games/notices.html", context, status=status)


@signed_in
@require_POST
@explained
def webhook(request: HttpRequest) -> HttpResponse:
    """Set the webhook, make a new secret for it, or remove it."""
    user = account_of(request)
    try:
        messages.success(request, _change_webhook(user, request.POST))
    except (BadWebhook, NoWebhook) as error:
        messages.error(request, str(error))
    return redirect(reverse("games:notices") + "#webhook")


@signed_in
@require_POST
@explained
def push(request: HttpRequest) -> HttpResponse:
    """Turn notices on in a browser, whose script says how it is reached, or off in one of those listed."""
    user = account_of(request)
    number = request.POST.get("off", "")
    if number:
        if number.isascii() and number.isdecimal() and len(number) < MOST_DIGITS:
            pushing.unsubscribe(user, int(number))
        messages.success(request, _("Nothing is shown in that browser any more."))
        return redirect(reverse("games:notices") + "#push")
    said = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth", "name")}
    try:
        pushing.subscribe(user, **{name: text.replace("\0", "") for name, text in said.items()})
    except BadSubscription as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Notices are shown in this browser from now on."))
    return redirect(reverse("games:notices") + "#push")


def _change_webhook(user: User, posted: QueryDict) -> str:
    if posted.get("webhook") == "off":
        webhooks.remove_webhook(user)
        return _("Nothing is posted any more.")
    if posted.get("webhook") == "secret":
        webhooks.renew_secret(user)
        return _("Here is your new secret.")
    form = WebhookForm(posted)
    if not form.is_valid():
        raise BadWebhook
    webhooks.set_webhook(user, **form.cleaned_data)
    return _("Saved. Notices are posted there from now on.")


@signed_in
@require_POST
@explained
def mute(request: HttpRequest, slug: str) -> HttpResponse:
    muted = request.POST.get("muted") == "1"
    telling.mute(slug=slug, user=request.user, muted=muted)
    if muted:
        messages.success(request, _("No more notices come about this table."))
    else:
        messages.success(request, _("Notices come about this table again."))
    return redirect("games:game", slug)


@csrf_exempt  # a mail program has no cookie, and whoever has the link may use it
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, signed: str) -> HttpResponse:
    """Where the foot of a mail leads: looking changes nothing, a POST stops mail, also one by a program (RFC 8058)."""
    stop = telling.read_stop(signed)
    if stop is None:
        raise Http404
    what = request.POST.get("what", "all") if request.method == "POST" else ""
    if what:
        telling.stop_mail(stop, what)
    kind = Notice.Kind(stop.kind).label if stop.kind in Notice.Kind.values else ""
    return render(request, "games/stop_mail.html", {"stop": stop, "kind": kind, "stopped": what})
