"""Addresses of the pages of games. No slash at the end."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from . import (
    feeds,
    health,
    installing,
    learning,
    lists,
    live,
    pictures,
    plans,
    proof,
    replay,
    seating,
    site,
    table,
    telling,
)

app_name = "games"


class SmallNumberConverter(IntConverter):
    """A number in ASCII digits that fits into the database, without leading zeros."""

    regex = "0|[1-9][0-9]{0,3}"


register_converter(SmallNumberConverter, "small")

urlpatterns = [
    path("", site.front, name="front"),
    path("rules", site.rules, name="rules"),
    path("learn", learning.lesson, name="learn"),
    path("learn/<small:number>", learning.lesson, name="lesson"),
    path("credits", site.credits_page, name="credits"),
    path("health", health.health, name="health"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
    path("offline", installing.offline, name="offline"),
    path("play-now", seating.play_now, name="play_now"),
    path("lobby", lists.lobby, name="lobby"),
    path("players/<slug:name>", lists.profile, name="profile"),
    path("join/<slug:token>", seating.invitation, name="invitation"),
    path("notices", telling.notices, name="notices"),
    path("notices/push", telling.push, name="push"),
    path("notices/webhook", telling.webhook, name="webhook"),
    path("notices/feeds", feeds.change_feeds, name="change_feeds"),
    path("feeds/<slug:feed>/deadlines.ics", feeds.calendar, name="calendar"),
    path("feeds/<slug:feed>/turns.atom", feeds.atom, name="atom"),
    path("stop-mail/<str:signed>", telling.stop_mail, name="stop_mail"),
    path("games", lists.my_games, name="my_games"),
    path("games/new", seating.new_table, name="new_table"),
    path("games/finished", lists.finished_games, name="finished_games"),
    path("games/<slug:slug>", table.game, name="game"),
    path("games/<slug:slug>/picture.png", pictures.table_picture, name="picture"),
    path("games/<slug:slug>/table", table.table_fragment, name="table_fragment"),
    path("events/games/<slug:slug>", live.table_stream, name="table_stream"),
    path("games/<slug:slug>/play", table.play_card, name="play"),
    path("games/<slug:slug>/hint", table.hint, name="hint"),
    path("games/<slug:slug>/declare", table.declare, name="declare"),
    path("games/<slug:slug>/plan", plans.plan, name="plan"),
    path("games/<slug:slug>/resign", table.resign, name="resign"),
    path("games/<slug:slug>/take-seat-back", table.take_seat_back, name="take_seat_back"),
    path("games/<slug:slug>/join", seating.join, name="join"),
    path("games/<slug:slug>/leave", seating.leave, name="leave"),
    path("games/<slug:slug>/start", seating.start, name="start"),
    path("games/<slug:slug>/add-bot", seating.add_bot, name="add_bot"),
    path("games/<slug:slug>/remove-bot", seating.remove_bot, name="remove_bot"),
    path("games/<slug:slug>/invite", seating.invite, name="invite"),
    path("games/<slug:slug>/say", table.say, name="say"),
    path("games/<slug:slug>/rematch", table.rematch, name="rematch"),
    path("games/<slug:slug>/mute", telling.mute, name="mute"),
    path("games/<slug:slug>/record", table.record, name="record"),
    path("games/<slug:slug>/deals", proof.deals, name="deals"),
    path("games/<slug:slug>/deals.json", proof.deals_file, name="deals_file"),
    path("games/<slug:slug>/log.json", proof.log_file, name="log_file"),
    path("games/<slug:slug>/score-sheet", replay.sheet, name="score_sheet"),
    path("games/<slug:slug>/hands/<small:number>", replay.replay, name="replay"),
    path("games/<slug:slug>/hands/<small:number>/picture.png", pictures.hand_picture, name="hand_picture"),
    path("games/<slug:slug>/hands/<small:number>/<small:step>", replay.replay, name="replay_step"),
]
