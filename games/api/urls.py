"""Addresses of the games' half of the API, under ``api/v1/``. No slash at the end."""

from django.urls import path

from . import games, hands, lessons, moves, plans, players, proof, seats, telling

app_name = "games-api"

urlpatterns = [
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<slug:slug>", games.GameView.as_view(), name="game"),
    path("games/<slug:slug>/moves", moves.MovesView.as_view(), name="moves"),
    path("games/<slug:slug>/plan", plans.PlanView.as_view(), name="plan"),
    path("games/<slug:slug>/hint", moves.HintView.as_view(), name="hint"),
    path("games/<slug:slug>/join", seats.JoinView.as_view(), name="join"),
    path("games/<slug:slug>/leave", seats.LeaveView.as_view(), name="leave"),
    path("games/<slug:slug>/start", seats.StartView.as_view(), name="start"),
    path("games/<slug:slug>/bots", seats.BotsView.as_view(), name="bots"),
    path("games/<slug:slug>/bots/<int:seat>", seats.BotView.as_view(), name="bot"),
    path("games/<slug:slug>/invitations", seats.InvitationsView.as_view(), name="invitations"),
    path("games/<slug:slug>/messages", seats.MessagesView.as_view(), name="messages"),
    path("games/<slug:slug>/rematch", seats.RematchView.as_view(), name="rematch"),
    path("games/<slug:slug>/resign", seats.ResignView.as_view(), name="resign"),
    path("games/<slug:slug>/take-back", seats.TakeBackView.as_view(), name="take-back"),
    path("games/<slug:slug>/hands/<int:number>", hands.HandView.as_view(), name="hand"),
    path("games/<slug:slug>/hands/<int:number>/review", hands.ReviewView.as_view(), name="review"),
    path("games/<slug:slug>/record", hands.RecordView.as_view(), name="record"),
    path("games/<slug:slug>/deals", proof.DealsView.as_view(), name="deals"),
    path("games/<slug:slug>/log", proof.LogView.as_view(), name="log"),
    path("games/<slug:slug>/sittings", hands.SittingsView.as_view(), name="sittings"),
    path("games/<slug:slug>/mute", telling.MuteView.as_view(), name="mute"),
    path("me/feeds", telling.FeedsView.as_view(), name="feeds"),
    path("me/webhook", telling.WebhookView.as_view(), name="webhook"),
    path("me/webhook/secret", telling.WebhookSecretView.as_view(), name="webhook-secret"),
    path("me/push", telling.PushView.as_view(), name="push"),
    path("me/push/<int:pk>", telling.PushSubscriptionView.as_view(), name="push-subscription"),
    path("me/notices", telling.NoticeSettingsView.as_view(), name="notice-settings"),
    path("lessons", lessons.LessonsView.as_view(), name="lessons"),
    path("lessons/<int:number>", lessons.LessonView.as_view(), name="lesson"),
    path("players/<slug:name>", players.ProfileView.as_view(), name="player"),
    path("invitations/<slug:invite>", seats.InvitationView.as_view(), name="invitation"),
]
