// The client of the service: JSON over fetch, errors as exceptions.

import { language } from "./words.js";

export class Problem extends Error {
  constructor(told, status) {
    super(told.detail || told.title || `status ${status}`);
    this.told = told;
    this.code = told.code;
  }
}

export class Api {
  constructor(base = "") {
    this.base = base;
  }

  async call(method, path, { token, body, rev, headers = {}, signal } = {}) {
    const sent = { Accept: "application/json", "Accept-Language": language, ...headers };
    if (token) sent.Authorization = `Bearer ${token}`;
    if (body !== undefined) sent["Content-Type"] = "application/json";
    if (rev !== undefined) sent["If-Match"] = `"${rev}"`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(this.base + path, { method, headers: sent, body: text, signal });
    const told = answer.status === 204 ? null : await answer.json();
    if (!answer.ok) throw new Problem(told, answer.status);
    return told;
  }

  rulesets() {
    return this.call("GET", "/v1/rulesets");
  }

  ruleset(name) {
    return this.call("GET", `/v1/rulesets/${encodeURIComponent(name)}`);
  }

  games() {
    return this.call("GET", "/v1/games?limit=20");
  }

  create(body) {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    return this.call("POST", "/v1/games", { body, headers: key });
  }

  join(game, name) {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    return this.call("POST", `/v1/games/${game}/seats`, { body: { name }, headers: key });
  }

  game(game, token) {
    return this.call("GET", `/v1/games/${game}`, { token });
  }

  log(game, token, after) {
    return this.call("GET", `/v1/games/${game}/log?events=1&limit=500&after=${after}`, { token });
  }

  preview(game, token, rev, steps) {
    return this.call("POST", `/v1/games/${game}/preview`, { token, body: { rev, steps } });
  }

  turn(game, token, rev, steps) {
    return this.call("POST", `/v1/games/${game}/turns`, { token, rev, body: { steps } });
  }

  undo(game, token, rev) {
    const headers = { Prefer: "wait=5" };
    return this.call("POST", `/v1/games/${game}/undo`, { token, rev, body: {}, headers });
  }

  answerUndo(game, token, request, agree) {
    return this.call("POST", `/v1/games/${game}/undo/${request}/answers`, { token, body: { agree } });
  }

  // Resolve when the game has an event after this revision, or after a timeout.
  changes(game, token, after, signal) {
    return this.call("GET", `/v1/games/${game}/events?wait=25&after=${after}`, { token, signal });
  }
}
