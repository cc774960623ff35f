// The live page. It waits for events (long polling), and asks for jobs, slots and attempts when there
// are some; nothing is asked for while the page is not seen. Instants are milliseconds since 1970 by
// the service's wall clock. All texts of the service are set as text, never as markup.
"use strict";

const WAIT = 25000; // ms that a request for events may wait
const PATIENCE = 10000; // ms after which a request (beyond its wait) counts as unanswered
const PACE = 1000; // ms between two refreshes at least
const RETRIES = [500, 1000, 2000, 4000]; // ms between attempts to reach a service that is away
const HISTORY = 2000; // events that are looked back at
const JOBS_SHOWN = 200, ENDED_KNOWN = 50, ENDED_SHOWN = 12, LATELY_SHOWN = 40, REFUSED_SHOWN = 20, NAMES_KNOWN = 5000;
const WINDOWS = [[60000, "1 min"], [300000, "5 min"], [900000, "15 min"], [3600000, "1 h"]];
const STAGES = ["map", "reduce"];

const byId = (id) => document.getElementById(id);

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children);
  return element;
}

// Changes a text only if it is another one: a screen reader and a selection stay undisturbed.
function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

function stored(act) {
  try {
    return act();
  } catch {
    return null; // a browser may refuse to store
  }
}

// --- Words ---------------------------------------------------------------------------------------

// Characters that would change the direction or the lines of what stands around them are spelled.
function plain(text) {
  return String(text ?? "").replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const two = (number) => String(number).padStart(2, "0");

function clockTime(at) {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

// With the day where that is another one.
function instant(at, from = now()) {
  const date = new Date(at);
  if (date.toDateString() === new Date(from).toDateString()) {
    return clockTime(at);
  }
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

// With day, year and zone.
const WHOLE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long" });

function wholeInstant(at) {
  return WHOLE.format(at);
}

function duration(ms) {
  const s = Math.round(ms / 1000);
  if (ms < 1000) {
    return `${Math.round(ms)} ms`;
  }
  if (s < 60) {
    return ms < 9950 && ms % 1000 >= 100 ? `${(ms / 1000).toFixed(1)} s` : `${s} s`;
  }
  if (s < 3600) {
    return s % 60 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${s / 60} min`;
  }
  if (s < 172800) {
    return `${Math.floor(s / 3600)} h ${two(Math.floor(s % 3600 / 60))} min`;
  }
  return `${Math.floor(s / 86400)} d ${Math.floor(s % 86400 / 3600)} h`;
}

// Of a whole number of units.
function inUnits(ms) {
  const [unit, name] = [[86400000, "d"], [3600000, "h"], [60000, "min"], [1000, "s"]].find(([size]) => ms % size === 0);
  return `${ms / unit} ${name}`;
}

// Whole seconds: what changes once a second.
const seconds = (ms) => duration(Math.max(0, Math.round(ms / 1000)) * 1000).replace(/^0 ms$/, "0 s");

// Coarse: what is far needs no seconds.
function roughly(ms) {
  const s = Math.round(ms / 1000);
  return s < 100 ? `${s} s` : s < 6000 ? `${Math.round(s / 60)} min` : duration(s * 1000);
}

function relative(at) {
  const ms = at - now();
  return ms >= 0 ? `in ${roughly(ms)}` : `${roughly(-ms)} ago`;
}

const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

// --- Time and state ------------------------------------------------------------------------------

// The service's wall clock is performance.now() + clock.offset. A jump of it makes all instants that
// were heard before wrong by as much: they are asked for again.
const clock = { offset: null, jumped: false };
const now = () => (clock.offset === null ? Date.now() : performance.now() + clock.offset);

function hearClock(nowAt) {
  const offset = nowAt - performance.now();
  if (clock.offset !== null && Math.abs(offset - clock.offset) > 1500) {
    clock.jumped = true;
  }
  if (clock.offset === null || clock.jumped || offset > clock.offset || clock.offset - offset > 250) {
    clock.offset = offset; // what came with the least delay is the best
  }
}

const model = {
  whole: false, // everything has been loaded
  status: {}, jobs: [], ended: [], slots: { map: [], reduce: [] }, attempts: new Map(), names: new Map(),
  lately: [], refused: [], last: 0,
  since: 0, // attempts since this instant are known
  heard: 0, // and up to this one
  awaySince: null, lost: null, // when the service was found away; what was known until then
};

const view = {
  span: Number(stored(() => localStorage.getItem("rtmr-span"))) || 300000,
  marked: null, // the job that the pointer or the focus is on
  at: null, // [row, attempt or null]: what is named in the tip
};

// --- Asking the service --------------------------------------------------------------------------

let key = stored(() => sessionStorage.getItem("rtmr-key"));

// The key of the service's own user comes behind # and is not left in the address.
function takeKey() {
  const found = /^#(?:key=)?([0-9A-Za-z_-]{16,128})$/.exec(location.hash);
  if (found) {
    key = found[1];
    stored(() => sessionStorage.setItem("rtmr-key", key));
    history.replaceState(null, "", location.pathname);
  }
  return found !== null;
}

let waiting = null; // aborts the request that waits for events

async function ask(path, wait = 0) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), wait + PATIENCE);
  if (wait) {
    waiting = abort;
  }
  try {
    const headers = key ? { Authorization: `Bearer ${key}` } : {};
    const answer = await fetch(path, { signal: abort.signal, headers, cache: "no-store", credentials: "omit" });
    if (answer.status === 401 && key) {
      key = null; // that of another service: go on without
      stored(() => sessionStorage.removeItem("rtmr-key"));
      return await ask(path, wait);
    }
    if (!answer.ok) {
      throw new Error(`${path.replace(/\?.*/, "")} answers ${answer.status}`);
    }
    const value = await answer.json();
    hearClock(value.now_at);
    return value;
  } finally {
    clearTimeout(timer);
    waiting = wait ? null : waiting;
  }
}

async function loadStatus() {
  const status = await ask("/v1/status");
  if (model.last > 0 && (status.last_event < model.last || status.store !== model.status.store)) {
    model.whole = false; // another store
    model.names.clear();
  }
  model.status = status;
}

async function loadEvents() {
  model.last = Math.max(0, model.status.last_event - HISTORY);
  model.lately = [];
  model.refused = [];
  while (model.last < model.status.last_event) {
    const { events } = await ask(`/v1/events?after=${model.last}&limit=${HISTORY}`);
    if (events.length === 0) {
      break;
    }
    takeEvents(events);
  }
}

const SILENT = new Set(["dispatch", "finish"]);
const FOREIGN = "another user's"; // all that is said of such an event

function isRefusal(event) {
  return (event.kind === "submit" || event.kind === "renew") && event.accepted === false;
}

function takeEvents(events) {
  for (const event of events) {
    model.last = Math.max(model.last, event.event);
    if (event.text === FOREIGN) {
      continue;
    }
    if (isRefusal(event)) {
      model.refused.unshift(event);
    } else if (!SILENT.has(event.kind) || (event.flagged ?? []).length > 0) {
      model.lately.unshift(event);
    }
  }
  model.refused.length = Math.min(model.refused.length, REFUSED_SHOWN);
  model.lately.length = Math.min(model.lately.length, LATELY_SHOWN);
}

async function loadJobs() {
  const { jobs } = await ask(`/v1/jobs?state=active&limit=${JOBS_SHOWN}`);
  const there = new Set(jobs.map((job) => job.job));
  const gone = !model.whole || model.jobs.some((job) => !there.has(job.job));
  model.jobs = jobs;
  if (gone) {
    model.ended = (await ask(`/v1/jobs?state=ended&limit=${ENDED_KNOWN}`)).jobs;
  }
  for (const job of [...model.ended, ...jobs]) {
    model.names.set(job.job, job);
  }
  if (model.names.size > NAMES_KNOWN) {
    const needed = new Set([...model.attempts.values()].map((attempt) => attempt.job));
    [...model.ended, ...jobs].forEach((job) => needed.add(job.job));
    [...model.names.keys()].filter((job) => !needed.has(job)).forEach((job) => model.names.delete(job));
  }
}

async function loadSlots() {
  const { slots } = await ask("/v1/slots");
  const rows = { map: [], reduce: [] };
  for (const slot of slots) {
    if (rows[slot.stage] && slot.slot >= 0 && slot.slot < 65536) {
      rows[slot.stage][slot.slot] = slot;
    }
  }
  model.slots = rows;
}

// Those that ran since the picture begins, or since they were asked for last.
async function loadAttempts() {
  const from = now() - view.span;
  const whole = model.since === 0 || from < model.since;
  const since = Math.floor(whole ? from : model.heard - 1000);
  const { attempts, now_at: heard } = await ask(`/v1/attempts?since_at=${since}`);
  if (whole) {
    model.attempts.clear();
    model.since = from;
  }
  for (const attempt of attempts) {
    model.attempts.set(attempt.attempt, attempt);
  }
  model.heard = heard;
  const oldest = heard - Math.max(view.span, 300000) - 60000;
  if (oldest > model.since + 60000) {
    for (const [number, attempt] of model.attempts) {
      if (attempt.ended_at !== null && attempt.ended_at < oldest) {
        model.attempts.delete(number);
      }
    }
    model.since = oldest;
  }
  layOut();
}

async function refresh() {
  if (clock.jumped) {
    clock.jumped = false;
    model.since = 0;
  }
  await Promise.all([loadJobs(), loadSlots(), loadAttempts()]);
  show();
}

async function loadAll() {
  model.since = 0;
  await loadStatus();
  await Promise.all([loadEvents(), loadJobs(), loadSlots(), loadAttempts()]);
  model.whole = true;
  clock.jumped = false;
  show();
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function seen() {
  return document.hidden ? new Promise((resolve) => document.addEventListener("visibilitychange", resolve,
    { once: true })).then(seen) : Promise.resolve();
}

// One turn: waits for news, and shows them.
async function turn() {
  if (!model.whole) {
    await loadAll();
    return;
  }
  const { events } = await ask(`/v1/events?after=${model.last}&limit=${HISTORY}&wait_ms=${WAIT}`, WAIT);
  const begin = performance.now();
  takeEvents(events);
  await loadStatus();
  if (!model.whole) {
    return;
  }
  if (events.length > 0 || clock.jumped) {
    await refresh();
    await pause(Math.max(0, PACE - (performance.now() - begin)));
  } else {
    show();
  }
}

async function follow() {
  for (let failures = 0; ;) {
    await seen();
    try {
      await turn();
      failures = 0;
      model.awaySince = null;
      showLink();
    } catch (error) {
      if (document.hidden) {
        continue; // it was aborted for that
      }
      if (model.awaySince === null) {
        model.awaySince = now();
        model.lost = error.name === "AbortError" ? "no answer" : error.message;
      }
      model.whole = false; // what happened meanwhile is asked for as a whole
      showLink();
      await pause(RETRIES[Math.min(failures++, RETRIES.length - 1)]);
    }
  }
}

// --- Colours -------------------------------------------------------------------------------------

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.style.colorScheme;
  return chosen ? chosen === "dark" : darkScheme.matches;
}

// Steps of the golden angle keep the hues of neighbours apart, three lightnesses tell more jobs
// apart. Another user's job has less colour, and so has what is over.
function jobColour(job, dark, over = false) {
  const lightness = (dark ? (over ? [0.545, 0.55, 0.54] : [0.78, 0.83, 0.73]) :
    over ? [0.615, 0.63, 0.605] : [0.46, 0.41, 0.5])[job % 3];
  const chroma = model.names.get(job)?.mine === false ? 0.025 : over ? 0.075 : 0.13;
  return `oklch(${lightness} ${chroma} ${(250 + job * 137.508) % 360})`;
}

function paint(element, job) {
  const colour = `light-dark(${jobColour(job, false)}, ${jobColour(job, true)})`;
  if (element.dataset.colour !== colour) {
    element.dataset.colour = colour;
    element.style.setProperty("--job", colour);
  }
}

let inks = {};

// The variables of the style as colours for the canvas.
function mixInks() {
  const probe = make("span", { class: "hidden" });
  document.body.append(probe);
  inks = {};
  for (const name of ["card", "strong-rule", "text", "soft", "bad", "warn", "idle", "absent", "now", "label",
    "label-over"]) {
    probe.style.color = `var(--${name})`;
    inks[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  inks.jobs = new Map();
}

function inkOf(job, over) {
  const id = 4 * job + 2 * (model.names.get(job)?.mine === false) + over;
  if (!inks.jobs.has(id)) {
    inks.jobs.set(id, jobColour(job, isDark(), over));
  }
  return inks.jobs.get(id);
}

function setUpTheme() {
  const root = document.documentElement;
  const before = stored(() => localStorage.getItem("rtmr-theme"));
  if (before === "dark" || before === "light") {
    root.style.colorScheme = before;
  }
  const name = () => {
    byId("theme").textContent = isDark() ? "Light" : "Dark";
    byId("theme").setAttribute("aria-label", `Switch to the ${isDark() ? "light" : "dark"} theme`);
    mixInks();
    draw();
  };
  byId("theme").addEventListener("click", () => {
    root.style.colorScheme = isDark() ? "light" : "dark";
    stored(() => localStorage.setItem("rtmr-theme", root.style.colorScheme));
    name();
  });
  darkScheme.addEventListener("change", name);
  name();
}

// --- The picture ---------------------------------------------------------------------------------

const TOP = 20, GAP = 22, BOTTOM = 4; // pixels: the axis, the name of each stage, below
const AHEAD = 0.18; // share of the picture behind the now-line
const canvas = byId("picture");
let rows = []; // {stage, slot, state, attempts: by time}
let plot = {}; // where things are, in pixels

// Sorts the attempts into the rows of their slots.
function layOut() {
  rows = [];
  const index = { map: new Map(), reduce: new Map() };
  for (const stage of STAGES) {
    model.slots[stage].forEach((slot, number) => {
      const row = { stage, slot: number, is: slot, attempts: [] };
      index[stage].set(number, row);
      rows.push(row);
    });
  }
  for (const attempt of model.attempts.values()) {
    index[attempt.stage]?.get(attempt.slot)?.attempts.push(attempt);
  }
  for (const row of rows) {
    row.attempts.sort((a, b) => startOf(a) - startOf(b));
    const running = row.attempts.at(-1);
    if (row.is.job && running?.ended_at === null) {
      running.bound = row.is.bound_at;
      running.late = row.is.state === "late" || row.is.state === "late_draining";
    }
  }
}

const startOf = (attempt) => attempt.started_at || attempt.dispatched_at || attempt.ended_at || 0;
const horizon = () => model.awaySince ?? now(); // what is known reaches so far

// One that runs is not known to run beyond its bound unless the service says that it is late: the
// news of its end may be on their way.
function endOf(attempt) {
  if (attempt.ended_at !== null) {
    return attempt.ended_at;
  }
  const known = attempt.late || !attempt.bound ? Infinity : Math.max(attempt.bound, model.heard);
  return Math.max(Math.min(horizon(), known), startOf(attempt));
}

function measure() {
  const width = canvas.clientWidth;
  const maps = rows.filter((row) => row.stage === "map").length;
  const room = width < 500 ? 420 : 540;
  const height = Math.max(rows.length > 300 ? 4 : 6, Math.min(20, Math.floor(room / Math.max(1, rows.length))));
  const nodes = rows.some((row) => row.is.node);
  const left = nodes ? (width < 500 ? 60 : 90) : width < 500 ? 30 : 40;
  const tops = rows.map((row, i) => TOP + GAP * (row.stage === "map" ? 1 : maps ? 2 : 1) + i * height);
  const whole = rows.length ? tops.at(-1) + height + BOTTOM : 120;
  plot = { width, left, height, tops, whole, maps, right: width - 6 };
  plot.wide = plot.right - plot.left;
  plot.begin = now() - view.span;
  plot.scale = plot.wide * (1 - AHEAD) / view.span;
}

const xOf = (at) => plot.left + (at - plot.begin) * plot.scale;
const clampX = (x) => Math.max(plot.left, Math.min(plot.right, x));

function draw() {
  if (!inks.jobs || document.hidden) {
    return;
  }
  measure();
  if (plot.wide < 50) {
    return; // no room, or not shown
  }
  const ratio = window.devicePixelRatio || 1;
  const width = Math.round(plot.width * ratio), height = Math.round(plot.whole * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
    canvas.style.height = `${plot.whole}px`;
  }
  const c = canvas.getContext("2d");
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, plot.width, plot.whole);
  c.font = "11px system-ui, sans-serif";
  c.textBaseline = "middle";
  drawGround(c);
  c.save();
  c.beginPath();
  c.rect(plot.left, 0, plot.wide, plot.whole);
  c.clip();
  rows.forEach((row, i) => drawRow(c, row, plot.tops[i]));
  drawNow(c);
  c.restore();
  drawPointed(c);
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((s) => s * 1000);

function drawGround(c) {
  rows.forEach((row, i) => {
    c.fillStyle = row.is.state === "absent" ? inks.absent : inks.idle;
    c.fillRect(plot.left, plot.tops[i], plot.wide, plot.height - (plot.height > 7 ? 2 : 1));
  });
  const step = STEPS.find((s) => s * plot.scale >= 72) ?? 7200000;
  const zone = new Date(plot.begin).getTimezoneOffset() * 60000;
  c.textAlign = "center";
  const first = Math.ceil((plot.begin - zone) / step) * step + zone, last = plot.begin + plot.wide / plot.scale;
  for (let at = first; at < last; at += step) {
    const x = Math.round(xOf(at)) + 0.5;
    c.strokeStyle = inks["strong-rule"];
    c.globalAlpha = 0.6;
    line(c, x, TOP, x, plot.whole - BOTTOM);
    c.globalAlpha = 1;
    if (x > plot.left + 26 && x < plot.right - 26 && Math.abs(at - now()) * plot.scale > 64) {
      c.fillStyle = inks.soft;
      c.fillText(step < 60000 ? clockTime(at) : clockTime(at).slice(0, 5), x, TOP / 2);
    }
  }
  drawLabels(c);
}

function drawLabels(c) {
  const every = [1, 2, 4, 8, 16, 32, 64].find((n) => n * plot.height >= 12) ?? 128;
  c.textAlign = "right";
  let below = 0; // where the last label ends
  rows.forEach((row, i) => {
    const before = rows[i - 1];
    const named = row.is.node && (before?.is.node !== row.is.node || before.stage !== row.stage);
    if (named ? plot.tops[i] >= below : !row.is.node && row.slot % every === 0) {
      below = plot.tops[i] + 12;
      c.fillStyle = row.is.state === "absent" ? inks["strong-rule"] : inks.soft;
      c.fillText(named ? plain(row.is.node) : String(row.slot), plot.left - 6, plot.tops[i] + plot.height / 2,
        plot.left - 8);
    }
  });
  c.textAlign = "left";
  for (const stage of STAGES) {
    const first = rows.findIndex((row) => row.stage === stage);
    if (first >= 0) {
      const known = rows.filter((row) => row.stage === stage && row.is.state !== "absent");
      const busy = known.filter((row) => row.is.job).length;
      c.fillStyle = inks.text;
      c.font = "600 11px system-ui, sans-serif";
      const name = `${stage === "map" ? "Map" : "Reduce"} slots`;
      c.fillText(name, plot.left, plot.tops[first] - GAP / 2 + 1);
      const wide = c.measureText(name).width;
      c.font = "11px system-ui, sans-serif";
      c.fillStyle = inks.soft;
      c.fillText(`${busy} of ${known.length} busy`, plot.left + wide + 8, plot.tops[first] - GAP / 2 + 1);
    }
  }
}

function line(c, x0, y0, x1, y1) {
  c.beginPath();
  c.moveTo(x0, y0);
  c.lineTo(x1, y1);
  c.stroke();
}

function drawRow(c, row, top) {
  const height = plot.height - (plot.height > 7 ? 2 : 1);
  let drawn = -1; // boxes below a pixel are drawn once
  for (const attempt of row.attempts) {
    const x0 = xOf(startOf(attempt)), x1 = xOf(endOf(attempt));
    if (x1 < plot.left || (x1 < drawn && x1 - x0 < 1)) {
      continue;
    }
    drawn = Math.ceil(x1);
    c.globalAlpha = view.marked !== null && view.marked !== attempt.job ? 0.16 : 1;
    drawBox(c, attempt, x0, Math.max(x1, x0 + 1), top, height);
  }
  c.globalAlpha = 1;
  if (row.is.state === "draining" || row.is.state === "late_draining") {
    c.fillStyle = inks.soft;
    c.textAlign = "right";
    c.fillText("draining", plot.right - 4, top + height / 2);
  }
}

function drawBox(c, attempt, x0, x1, top, height) {
  const runs = attempt.ended_at === null;
  const ink = inkOf(attempt.job, !runs);
  const gap = x1 - x0 > 4 ? 1 : 0; // so that a slot's next task can be told from the last
  c.fillStyle = ink;
  if (attempt.result === "lost") {
    c.strokeStyle = ink;
    c.setLineDash([3, 2]);
    c.strokeRect(x0 + 0.5, top + 0.5, Math.max(0, x1 - x0 - 1 - gap), height - 1);
    c.setLineDash([]);
    return;
  }
  c.fillRect(x0, top, x1 - x0 - (runs ? 0 : gap), height);
  if (runs && attempt.bound) {
    drawBound(c, attempt, ink, x1, top, height);
  }
  if (model.names.get(attempt.job)?.flagged) {
    c.fillStyle = inks.bad;
    const high = Math.max(2, Math.floor(height / 5));
    c.fillRect(x0, top + height - high, x1 - x0 - gap, high);
  }
  if (attempt.result === "failed" || attempt.result === "killed") {
    const wide = Math.max(3, Math.min(5, height / 2));
    c.fillStyle = attempt.result === "failed" ? inks.bad : inks.warn;
    c.fillRect(x1 - gap - wide, top - 1, wide, height + 2);
  }
  drawNumber(c, attempt, x0, x1, top, height);
}

// Up to its bound a box that runs is hollow; what is beyond the bound is marked.
function drawBound(c, attempt, ink, x1, top, height) {
  const bound = Math.round(clampX(xOf(attempt.bound))), start = Math.max(plot.left, xOf(startOf(attempt)));
  if (attempt.bound > horizon()) {
    const alpha = c.globalAlpha;
    c.globalAlpha = alpha * 0.16;
    c.fillRect(x1, top, bound - x1, height);
    c.globalAlpha = alpha;
    c.strokeStyle = ink;
    c.strokeRect(x1 - 0.5, top + 0.5, Math.max(0, bound - x1), height - 1);
    c.fillRect(bound - 2, top, 2, height);
    return;
  }
  if (attempt.late) {
    const from = Math.max(bound, start);
    c.fillStyle = inks.bad;
    c.fillRect(from, top, Math.max(2, x1 - from), height);
  }
}

function drawNumber(c, attempt, x0, x1, top, height) {
  const text = String(attempt.job);
  const left = Math.max(x0, plot.left);
  if (height >= 10 && x1 - left > text.length * 7 + 8) {
    c.font = height >= 15 ? "11px system-ui, sans-serif" : "10px system-ui, sans-serif";
    c.fillStyle = attempt.ended_at === null ? inks.label : inks["label-over"];
    c.textAlign = "left";
    c.fillText(text, left + 4, top + height / 2 + 0.5);
    c.font = "11px system-ui, sans-serif";
  }
}

function drawNow(c) {
  const x = Math.round(xOf(now())) + 0.5;
  if (model.awaySince !== null) {
    const from = clampX(xOf(model.awaySince));
    c.fillStyle = inks.card;
    c.globalAlpha = 0.55;
    c.fillRect(from, TOP, x - from, plot.whole - TOP);
    c.globalAlpha = 0.5;
    c.strokeStyle = inks.bad;
    c.save();
    c.beginPath();
    c.rect(from, TOP, x - from, plot.whole - TOP);
    c.clip();
    for (let at = from - plot.whole; at < x; at += 8) {
      line(c, at, plot.whole, at + plot.whole, 0);
    }
    c.restore();
    c.globalAlpha = 1;
  }
  c.strokeStyle = inks.now;
  c.lineWidth = 1.5;
  line(c, x, TOP - 2, x, plot.whole);
  c.lineWidth = 1;
  c.fillStyle = inks.now;
  c.textAlign = "center";
  c.font = "600 11px system-ui, sans-serif";
  c.fillText(plot.width < 500 ? "now" : clockTime(now()), x, TOP / 2);
  c.font = "11px system-ui, sans-serif";
}

function drawPointed(c) {
  if (view.at !== null) {
    const { row, attempt } = view.at;
    const height = plot.height - (plot.height > 7 ? 2 : 1);
    c.strokeStyle = inks.text;
    c.lineWidth = 2;
    const x0 = attempt ? clampX(xOf(startOf(attempt))) : plot.left;
    const x1 = attempt ? clampX(xOf(endOf(attempt))) : plot.right;
    c.strokeRect(x0 - 1, (plot.tops[row] ?? 0) - 1, Math.max(2, x1 - x0) + 1, height + 2);
    c.lineWidth = 1;
  }
}

// --- What a box is: pointer and keys -------------------------------------------------------------

const RESULTS = { running: "runs", finished: "finished", failed: "failed", killed: "killed", lost: "lost" };

function nameOf(number) {
  const job = model.names.get(number);
  if (job?.mine === false && !isStranger()) {
    return `job ${number} of another user`;
  }
  return job?.name ? `job ${number} ${plain(job.name)}` : `job ${number}`;
}

const foreignName = () => (isStranger() ? "" : "of another user");

function linesOf(row, attempt) {
  const where = `${row.stage} slot ${row.slot}${row.is.node ? ` on ${plain(row.is.node)}` : ""}`;
  if (!attempt) {
    return [row.is.state === "absent" ? `${where} is absent` : `${where} is idle`];
  }
  const lines = [nameOf(attempt.job), `${row.stage} task ${attempt.task}${attempt.number ?
    `, attempt ${attempt.number + 1}` : ""} on ${where}`];
  const begin = startOf(attempt), end = endOf(attempt);
  lines.push(attempt.ended_at === null ? `since ${clockTime(begin)}, for ${seconds(end - begin)}` :
    `${clockTime(begin)} to ${clockTime(end)}, ${duration(end - begin)}`);
  if (attempt.ended_at === null && attempt.bound) {
    lines.push(attempt.late ? `over its bound since ${clockTime(attempt.bound)}` :
      `bound ${clockTime(attempt.bound)}, ${relative(attempt.bound)}`);
  } else if (attempt.result !== "finished") {
    lines.push(RESULTS[attempt.result] + (attempt.exit_status > 0 ? `: exit status ${attempt.exit_status}` :
      attempt.signal ? `: signal ${attempt.signal}` : ""));
  }
  if (model.names.get(attempt.job)?.flagged) {
    lines.push("its job has lost its promise");
  }
  return lines;
}

function tipAt(x, y) {
  const tip = byId("tip");
  const { row, attempt } = view.at;
  const lines = linesOf(rows[row], attempt);
  tip.replaceChildren(make("b", {}, lines[0]), ...lines.slice(1).map((text) => make("div", {}, text)));
  tip.hidden = false;
  const left = Math.max(4, Math.min(x + 14, window.innerWidth - tip.offsetWidth - 4));
  const below = y + 18 + tip.offsetHeight < window.innerHeight;
  tip.style.transform = `translate(${left + window.scrollX}px, ` +
    `${(below ? y + 18 : Math.max(4, y - tip.offsetHeight - 10)) + window.scrollY}px)`;
}

function point(found, x, y) {
  view.at = found;
  mark(found?.attempt ? found.attempt.job : null);
  if (found) {
    tipAt(x, y);
  } else {
    byId("tip").hidden = true;
  }
}

function mark(job) {
  if (view.marked !== job) {
    view.marked = job;
    for (const row of byId("jobs").querySelectorAll("tbody tr")) {
      row.classList.toggle("marked", Number(row.dataset.job) === job);
    }
  }
  draw();
}

function boxUnder(event) {
  const box = canvas.getBoundingClientRect();
  const x = event.clientX - box.left, y = event.clientY - box.top;
  const row = plot.tops.findIndex((top) => y >= top && y < top + plot.height);
  if (row < 0 || x < plot.left || x > plot.right) {
    return null;
  }
  const at = plot.begin + (x - plot.left) / plot.scale, slack = 1.5 / plot.scale;
  const attempt = rows[row].attempts.findLast((a) => startOf(a) - slack <= at &&
    Math.max(endOf(a), a.ended_at === null && a.bound > now() ? a.bound : 0) + slack >= at);
  return { row, attempt: attempt ?? null };
}

function step(key) {
  const at = view.at ?? { row: 0, attempt: null };
  const seen = (row) => rows[row].attempts.filter((a) => endOf(a) >= plot.begin);
  const near = (row, time) => seen(row).findLast((a) => startOf(a) <= time) ?? seen(row)[0] ?? null;
  const time = at.attempt ? startOf(at.attempt) : now();
  if (key === "ArrowDown" || key === "ArrowUp") {
    const row = Math.max(0, Math.min(rows.length - 1, view.at === null ? 0 : at.row + (key === "ArrowDown" ? 1 : -1)));
    return { row, attempt: near(row, time) };
  }
  const boxes = seen(at.row);
  const place = at.attempt ? boxes.indexOf(at.attempt) : boxes.length;
  const next = { ArrowLeft: Math.max(0, place - 1), ArrowRight: Math.min(boxes.length - 1, place + 1), Home: 0,
    End: boxes.length - 1 }[key];
  return { row: at.row, attempt: boxes[next] ?? null };
}

function setUpPicture() {
  canvas.addEventListener("pointermove", (event) => point(boxUnder(event), event.clientX, event.clientY));
  canvas.addEventListener("pointerdown", (event) => point(boxUnder(event), event.clientX, event.clientY));
  canvas.addEventListener("pointerleave", () => point(null));
  canvas.addEventListener("blur", () => point(null));
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      point(null);
    } else if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key) && rows.length) {
      event.preventDefault();
      const found = step(event.key);
      const box = canvas.getBoundingClientRect();
      point(found, box.left + (found.attempt ? clampX(xOf(startOf(found.attempt))) : plot.left),
        box.top + plot.tops[found.row]);
      say(byId("said"), linesOf(rows[found.row], found.attempt).join(", "));
    }
  });
  for (const [span, name] of WINDOWS) {
    const input = make("input", { type: "radio", name: "span", value: span });
    input.checked = span === view.span;
    input.addEventListener("change", () => chooseSpan(span));
    byId("window").append(make("label", {}, input, make("span", {}, name)));
  }
  new ResizeObserver(draw).observe(byId("chart"));
}

function chooseSpan(span) {
  view.span = span;
  stored(() => localStorage.setItem("rtmr-span", span));
  draw();
  if (model.whole && now() - span < model.since) {
    loadAttempts().then(show, () => {}); // follow() notices a service that is away
  }
}

// --- Figures -------------------------------------------------------------------------------------

// The share of the shown time in which the slots of a stage ran something, %.
function utilisation(stage) {
  const first = rows.reduce((at, row) => (row.attempts.length ? Math.min(at, startOf(row.attempts[0])) : at), Infinity);
  const end = horizon(), begin = Math.max(end - view.span, Math.min(first, model.status.started_at ?? -Infinity));
  let busy = 0, slots = 0;
  for (const row of rows) {
    if (row.stage === stage && row.is.state !== "absent") {
      slots++;
      for (const attempt of row.attempts) {
        busy += Math.max(0, Math.min(endOf(attempt), end) - Math.max(startOf(attempt), begin));
      }
    }
  }
  return slots && end > begin ? Math.min(100, 100 * busy / slots / (end - begin)) : null;
}

function figures() {
  const counts = model.status.counts;
  const flagged = model.jobs.filter((job) => job.flagged);
  const active = model.status.active_jobs ?? model.jobs.length;
  const percent = (value) => (value === null ? "\u2013" : `${Math.round(value)} %`);
  const late = counts ? counts.late : model.ended.filter((job) => job.state === "finished" &&
    job.ended_at > job.deadline_at).length;
  const finished = counts ? counts.finished : model.ended.filter((job) => job.state === "finished").length;
  const span = WINDOWS.find(([ms]) => ms === view.span)?.[1] ?? duration(view.span);
  const since = model.status.started_at ? `since ${instant(model.status.started_at)}` : "";
  return [
    ["Unfinished jobs", active.toLocaleString("en"), ""],
    ["Flagged now", flagged.length.toLocaleString("en"), flagged.length ? "promise lost" : "", flagged.length > 0,
      flagged.length ? `#job-${flagged[0].job}` : null],
    ["Accepted", counts ? counts.accepted.toLocaleString("en") : "\u2013", since],
    ["Refused", (counts ? counts.refused : model.refused.length).toLocaleString("en"), ""],
    ["Finished in time", (finished - late).toLocaleString("en"), late ? `${late} late` : finished ? "all" : "",
      late > 0],
    ["Map slots busy", percent(utilisation("map")), span],
    ["Reduce slots busy", percent(utilisation("reduce")), span],
  ];
}

function showFigures() {
  const list = byId("figures");
  figures().forEach(([name, value, more, isBad, link], i) => {
    if (!list.children[i]) {
      list.append(make("div", {}, make("dt"), make("dd", {}, make("span"), " ", make("a", { class: "more" }))));
    }
    const [term, is] = list.children[i].children;
    say(term, name);
    say(is.children[0], value);
    say(is.children[1], more);
    is.children[1].classList.toggle("bad", Boolean(isBad));
    if (link) {
      is.children[1].href = link;
    } else {
      is.children[1].removeAttribute("href");
    }
  });
}

// --- Jobs ----------------------------------------------------------------------------------------

// The rows of a list by key: made where missing, in order, others removed.
function keep(list, items, keyOf, build, update) {
  const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
  items.forEach((item, i) => {
    const id = String(keyOf(item));
    const element = old.get(id) ?? build(item);
    element.dataset.key = id;
    old.delete(id);
    if (list.children[i] !== element) {
      list.insertBefore(element, list.children[i] ?? null);
    }
    update(element, item);
  });
  old.forEach((element) => element.remove());
  const nothing = list.closest("section").querySelector(".nothing");
  if (nothing) {
    nothing.dataset.text ??= nothing.textContent;
    nothing.hidden = items.length > 0;
    say(nothing, isStranger() && list.tagName === "UL" ? "Not shown without the key." : nothing.dataset.text);
  }
}

// How far the bars of room reach, ms from now: a round time that holds all of them, unless few are
// far beyond the rest.
function reach() {
  const ends = model.jobs.filter((job) => job.mine !== false).flatMap((job) => [job.deadline_at, job.finish_at])
    .filter((at) => at !== null).map((at) => at - now()).filter((ms) => ms > 0).sort((a, b) => a - b);
  if (ends.length === 0) {
    return 60000;
  }
  const wanted = Math.min(ends.at(-1), 4 * ends[Math.floor(ends.length * 0.75)]);
  const rounds = [10, 20, 40, 60, 120, 240, 600, 1200, 2400, 3600, 7200, 14400, 43200, 86400, 172800];
  return rounds.map((s) => s * 1000).find((ms) => ms >= wanted) ?? Math.ceil(wanted / 86400000) * 86400000;
}

function buildJob(job) {
  const row = make("tr", { role: "row", tabindex: 0, id: `job-${job.job}` });
  row.dataset.job = job.job;
  const cell = (name, label) => make("td", { role: "cell", class: name, ...(label ? { "data-label": label } : {}) });
  row.append(cell("name"), cell("stage", "maps"), cell("stage", "reduces"), cell("when", "done by"),
    cell("when", "deadline"), cell("room"));
  row.cells[0].append(make("div", {}, make("span", { class: "chip" }), make("b"), make("bdi"),
    make("span", { class: "user" }), make("span", { class: "user" })), make("p"));
  for (const i of [1, 2]) {
    row.cells[i].append(make("span"), " ", make("small"),
      make("div", { class: "bar", "aria-hidden": "true" }, make("span"), make("span")));
  }
  for (const i of [3, 4]) {
    row.cells[i].append(make("span"), " ", make("small"));
  }
  const bar = make("div", { class: "line", "aria-hidden": "true" }, ...["work", "slack", "over", "end", "beyond"]
    .map((name) => make("span", { class: name })));
  row.cells[5].append(make("small"), bar);
  bar.lastChild.textContent = "\u203a";
  row.addEventListener("pointerenter", () => mark(Number(row.dataset.job)));
  row.addEventListener("pointerleave", () => mark(null));
  row.addEventListener("focus", () => mark(Number(row.dataset.job)));
  row.addEventListener("blur", () => mark(null));
  return row;
}

function updateStage(cell, stage) {
  if (!stage || stage.tasks === undefined) {
    say(cell.children[0], "");
    say(cell.children[1], stage?.running ? `${stage.running} running` : "");
    cell.children[2].hidden = true;
    return;
  }
  say(cell.children[0], stage.tasks ? `${stage.finished} of ${stage.tasks}` : "\u2013");
  say(cell.children[1], stage.running ? `${stage.running} running` : "");
  cell.children[2].hidden = !stage.tasks;
  const [done, runs] = cell.children[2].children;
  done.style.width = `${100 * stage.finished / stage.tasks}%`;
  runs.style.width = `${100 * stage.running / stage.tasks}%`;
}

function updateWhen(cell, at, missing) {
  say(cell.children[0], at === null || at === undefined ? missing : instant(at));
  say(cell.children[1], at === null || at === undefined ? "" : relative(at));
  if (at && cell.dataset.at !== String(at)) {
    cell.dataset.at = at;
    cell.title = wholeInstant(at);
  }
}

function updateRoom(cell, job, far) {
  const [text, bar] = cell.children;
  const [work, slack, over, end, beyond] = bar.children;
  // a promise of the past is not one: a task is over its bound
  const known = job.mine !== false && job.finish_at !== null && (!job.flagged || job.finish_at > now());
  bar.hidden = job.mine === false;
  if (job.mine === false) {
    say(text, "");
    return;
  }
  const at = (instantOf) => Math.max(0, Math.min(100, 100 * (instantOf - now()) / far));
  const room = job.deadline_at - job.finish_at;
  say(text, !known ? "no finish in sight" : room >= 0 ? seconds(room) : `late by ${seconds(-room)}`);
  text.className = known && room >= 0 ? "" : "bad";
  const finish = known ? at(job.finish_at) : 100, deadline = at(job.deadline_at);
  const place = (element, from, to) => {
    element.hidden = to <= from;
    element.style.left = `${from}%`;
    element.style.width = `${to - from}%`;
  };
  place(work, 0, Math.min(finish, deadline));
  place(slack, finish, deadline);
  place(over, deadline, finish);
  end.hidden = deadline >= 100 || slack.hidden === false;
  end.style.left = `${deadline}%`;
  beyond.hidden = job.deadline_at - now() <= far && (!known || job.finish_at - now() <= far);
}

function updateJob(row, job, far) {
  row.className = (job.flagged ? "flagged" : "") + (view.marked === job.job ? " marked" : "");
  paint(row, job.job);
  const [line0, line1] = row.cells[0].children;
  say(line0.children[1], String(job.job));
  say(line0.children[2], plain(job.name ?? ""));
  line0.children[2].title = plain(job.name ?? "");
  say(line0.children[3], job.mine === false ? foreignName() : plain(job.user ?? ""));
  say(line0.children[4], job.state === "waiting" && !job.flagged ? "waiting" : "");
  if (job.flagged) {
    if (!line1.querySelector(".badge")) {
      line1.replaceChildren(make("span", { class: "badge bad" }, "promise lost"), make("span"));
    }
    say(line1.children[1], plain(job.reason ?? ""));
  }
  line1.hidden = !job.flagged;
  updateStage(row.cells[1], job.map);
  updateStage(row.cells[2], job.reduce);
  updateWhen(row.cells[3], job.finish_at, job.mine === false ? "" : "never");
  updateWhen(row.cells[4], job.deadline_at, "");
  [3, 4].forEach((i) => { row.cells[i].classList.toggle("unknown", job.mine === false); });
  row.cells[3].classList.toggle("bad", Boolean(job.flagged));
  updateRoom(row.cells[5], job, far);
}

function showJobs() {
  const far = reach();
  keep(byId("jobs").querySelector("tbody"), model.jobs, (job) => job.job, buildJob,
    (row, job) => updateJob(row, job, far));
  byId("jobs").querySelector("table").hidden = model.jobs.length === 0;
  const all = model.status.active_jobs ?? model.jobs.length;
  const part = all > model.jobs.length ? `the first ${model.jobs.length} of ${all.toLocaleString("en")} ` : "";
  say(byId("jobs-note"), model.jobs.length === 0 ? "" : `${part}in the order of their plan`);
  const axis = byId("axis");
  const marks = [[0.5, far / 2], [1, far]]; // the bars have these marks, too
  keep(axis, marks, ([share]) => share, () => make("span"), (element, [share, ms]) => {
    element.style.left = `${share * 100}%`;
    say(element, `+${inUnits(ms)}`);
  });
}

function showEnded() {
  keep(byId("ended").querySelector("ul"), model.ended.slice(0, ENDED_SHOWN), (job) => job.job, (job) => {
    const item = make("li", {}, make("time"), make("div", {}, make("span", { class: "name" },
      make("span", { class: "chip" }), make("b"), make("bdi")), make("span"), make("span", { class: "soft" })));
    paint(item, job.job);
    return item;
  }, (item, job) => {
    const [name, how, why] = item.children[1].children;
    say(item.children[0], job.ended_at ? instant(job.ended_at) : "");
    say(name.children[1], String(job.job));
    say(name.children[2], job.mine === false ? foreignName() : plain(job.name));
    const room = job.deadline_at - job.ended_at;
    const known = job.mine !== false && job.ended_at;
    how.className = !known ? "soft" : job.state === "aborted" ? "warn" : room >= 0 ? "good" : "bad";
    say(how, !known ? "" : job.state === "aborted" ? "aborted" :
      room >= 0 ? `in time, ${seconds(room)} before its deadline` : `${seconds(-room)} late`);
    say(why, plain(job.reason ?? ""));
  });
}

// --- Refusals and events -------------------------------------------------------------------------

const REASONS = { jobs_full: "too many unfinished jobs", tasks_full: "too many unfinished tasks",
  handles: "no further job can be named" };

// Why, in few words; the event's own text where it does not say more.
function whyOf(event) {
  if (event.reason !== "late") {
    return REASONS[event.reason] ?? plain(event.text);
  }
  const who = event.late_job ? nameOf(event.late_job) : event.kind === "renew" ? nameOf(event.job) : "it";
  return event.late_by_ms === null ? `${who} would never end` :
    `${who} would end ${duration(event.late_by_ms)} after its deadline`;
}

function wishOf(event) {
  const stage = (tasks, ms, word) => (tasks ? `${count(tasks, word)} of ${duration(ms)}` : "");
  const wish = [stage(event.maps, event.map_ms, "map"), stage(event.reduces, event.reduce_ms, "reduce")]
    .filter(Boolean).join(", ");
  return event.deadline_at ? `${wish}${wish ? ", " : ""}deadline ${instant(event.deadline_at)}` : wish;
}

function showRefused() {
  keep(byId("refused").querySelector("ul"), model.refused, (event) => event.event, (event) => {
    const wish = wishOf(event);
    const box = make("div", {}, make("p", {}, whyOf(event)));
    if (wish) {
      box.append(make("p", { class: "soft" }, wish));
    }
    if (event.earliest_deadline_at) {
      box.append(make("p", { class: "offer" }, "would do: ", make("b", {}, instant(event.earliest_deadline_at)),
        event.deadline_at ? ` (${seconds(event.earliest_deadline_at - event.deadline_at)} later)` : ""));
    } else if (event.reason === "late") {
      box.append(make("p", { class: "offer soft" }, "no deadline would do"));
    }
    return make("li", {}, make("time", { title: wholeInstant(event.at) }, instant(event.at)), box);
  }, () => {});
}

const KINDS = { submit: "accepted", renew: "renewed", extend: "extended", fail: "failed", abort: "aborted",
  suspend: "suspended", withdraw: "withdrawn", slot_add: "slot", slot_drain: "slot", slot_lost: "slot",
  advance: "overrun", restore: "restarted", set_estimate: "estimate" };

function showLately() {
  keep(byId("lately").querySelector("ul"), model.lately, (event) => event.event, (event) => {
    const flagged = event.flagged ?? [];
    const box = make("div", {}, make("p", {}, plain(event.text || KINDS[event.kind] || event.kind)));
    if (flagged.length) {
      const which = flagged.slice(0, 12).join(", ") + (flagged.length > 12 ? ", \u2026" : "");
      box.append(make("p", {}, make("span", { class: "badge bad" }, "promise lost"),
        `${flagged.length === 1 ? "job" : "jobs"} ${which}`));
    }
    return make("li", {}, make("time", { title: wholeInstant(event.at) }, instant(event.at)), box);
  }, () => {});
}

// --- The service itself --------------------------------------------------------------------------

// Whether the service takes the reader for anybody, to whom it does not tell its store.
const isStranger = () => model.whole && !model.status.store;

function showNotice(id, isShown, text, isBad) {
  let notice = byId(id);
  if (!isShown) {
    notice?.remove();
    return;
  }
  if (!notice) {
    notice = make("p", { id, class: isBad ? "notice bad" : "notice" });
    byId("notices").append(notice);
  }
  say(notice, text);
}

function showLink() {
  const away = model.awaySince !== null;
  byId("link").dataset.state = away ? "away" : model.whole ? "live" : "new";
  say(byId("link-text"), away ? "away" : model.whole ? "live" : "connecting");
  showNotice("away", away, away ? `The service has not answered since ${instant(model.awaySince)}. Tasks that ran go ` +
    "on without it; this page shows what was known then, and tries again." : "", true);
  showNotice("full", model.status.accepts === false, "The service takes no further jobs: the disk of its store is " +
    "full or cannot be written, or the machine cannot start tasks. Jobs that were accepted go on as far as they can.",
    true);
  showNotice("stranger", isStranger(), "Shown without its key: names, promises and events are hidden. Open this " +
    "address with # and the key behind it; the key is in the file page-key of the service's store.", false);
  document.title = away ? "away \u2013 RTMR" : model.jobs.some((job) => job.flagged) ? "! RTMR" : "RTMR";
}

function showService() {
  const { version, store, latency_ms: latency } = model.status;
  say(byId("service"), [store && plain(store), version && `version ${plain(version)}`,
    latency !== undefined && `latency ${latency} ms`].filter(Boolean).join(" \u00b7 "));
}

function showSlots() {
  if (!byId("slots-now").open) {
    return;
  }
  keep(byId("slots-now").querySelector("tbody"), rows, (row) => `${row.stage} ${row.slot}`, () =>
    make("tr", {}, ...Array.from({ length: 6 }, () => make("td"))), (element, { stage, slot, is }) => {
    const where = is.node ? ` on ${plain(is.node)}` : "";
    const texts = [`${stage} ${slot}${where}`, String(is.state).replace("_", ", "), is.job ? nameOf(is.job) : "",
      is.task ?? "", is.since_at ? clockTime(is.since_at) : "", is.bound_at ? clockTime(is.bound_at) : ""];
    texts.forEach((text, i) => say(element.cells[i], String(text)));
  });
}

// What does not change by itself.
function show() {
  layOut();
  // a box that is named may have been heard of again
  if (view.at && (!rows[view.at.row] || (view.at.attempt && !model.attempts.has(view.at.attempt.attempt)))) {
    point(null);
  } else if (view.at?.attempt) {
    view.at.attempt = model.attempts.get(view.at.attempt.attempt);
  }
  showService();
  showRefused();
  showLately();
  showEnded();
  showLink();
  tick();
}

// What changes with the time alone.
function tick() {
  if (document.hidden || clock.offset === null) {
    return;
  }
  showFigures();
  showJobs();
  showSlots();
  const known = rows.filter((row) => row.is.state !== "absent");
  canvas.setAttribute("aria-label", `Slots by job over time: ${known.filter((row) => row.is.job).length} of ` +
    `${known.length} slots are busy. Arrow keys name the tasks.`);
  draw();
}

// The picture moves by a pixel at a time.
function animate() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let drawn = 0;
  const frame = (at) => {
    if (at - drawn >= (still ? 1000 : Math.max(60, Math.min(1000, 1 / (plot.scale || 1))))) {
      drawn = at;
      draw();
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

takeKey();
setUpTheme();
setUpPicture();
byId("slots-now").addEventListener("toggle", showSlots);
window.addEventListener("hashchange", () => {
  if (takeKey()) {
    model.whole = false;
    waiting?.abort();
  }
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    waiting?.abort();
  } else {
    tick();
  }
});
setInterval(tick, 1000);
animate();
follow();
