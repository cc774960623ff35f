// What a page can do beyond being read: tables sort, charts fit their width, zoom and name what is
// under the pointer, and the theme can be chosen. The page says everything without it. Texts of
// traces are set as text, never as markup.
"use strict";

const LEFT = 52, RIGHT = 16, TOP = 10, BOTTOM = 42; // pixels around a plot, as in chart_frame.h
const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children);
  return element;
}

function draw(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.textContent = text;
  return element;
}

// --- The theme -----------------------------------------------------------------------------------

function setUpTheme() {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const button = make("button", { id: "theme", type: "button" });
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const show = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `Switch to the ${isDark() ? "light" : "dark"} theme`);
  };
  const stored = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null; // there may be no storage for a file
    }
  };
  const before = stored((s) => s.getItem("rtmr-theme"));
  if (before === "dark" || before === "light") {
    root.dataset.theme = before;
  }
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    stored((s) => s.setItem("rtmr-theme", root.dataset.theme));
    show();
  });
  dark.addEventListener("change", show);
  document.body.prepend(button);
  show();
}

// --- Tables --------------------------------------------------------------------------------------

// The number that a cell begins with; NaN if there is none.
function numberIn(cell) {
  return parseFloat(cell.textContent.replace(/,/g, ""));
}

function sortBy(table, column, down) {
  const rows = [...table.tBodies[0].rows];
  const cells = rows.map((row) => row.cells[column]);
  const texts = !table.tHead.rows[0].cells[column].classList.contains("number");
  const keys = new Map(rows.map((row, i) => [row, texts ? cells[i].textContent : numberIn(cells[i])]));
  const compare = (a, b) => (texts ? a.localeCompare(b, undefined, { numeric: true }) : a - b);
  rows.sort((a, b) => {
    const missing = Number.isNaN(keys.get(a)) - Number.isNaN(keys.get(b)); // last in both directions
    return missing || (down ? -1 : 1) * compare(keys.get(a), keys.get(b)) || 0;
  });
  table.tBodies[0].append(...rows);
  for (const head of table.tHead.rows[0].cells) {
    head.removeAttribute("aria-sort");
  }
  table.tHead.rows[0].cells[column].setAttribute("aria-sort", down ? "descending" : "ascending");
}

function setUpTable(table) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (head.tagName !== "TH" || head.textContent === "") {
      return;
    }
    const button = make("button", { type: "button", title: "Sort" }, ...head.childNodes);
    button.addEventListener("click", () => sortBy(table, column, head.getAttribute("aria-sort") === "ascending"));
    head.append(button);
  });
}

// --- Axes: the rules of axis.c -------------------------------------------------------------------

class Axis {
  constructor(least, most, logarithmic) {
    Object.assign(this, { least, most, logarithmic });
  }

  // The value at a place of the axis, 0 to 1.
  value(place) {
    return this.logarithmic ? this.least * (this.most / this.least) ** place
      : this.least + place * (this.most - this.least);
  }

  place(value) {
    return this.logarithmic ? Math.log(value / this.least) / Math.log(this.most / this.least)
      : (value - this.least) / (this.most - this.least);
  }

  part([from, to]) {
    return new Axis(this.value(from), this.value(to), this.logarithmic);
  }

  linearTicks(about) {
    const raw = (this.most - this.least) / about;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * (1 - 1e-9));
    const decimals = Math.min(20, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
    const ticks = [];
    for (let n = Math.ceil(this.least / step - 1e-9); n * step <= this.most + step * 1e-9; n++) {
      ticks.push({ value: n * step, label: (n * step).toFixed(decimals) });
    }
    return ticks;
  }

  ticks(about) {
    if (!this.logarithmic) {
      return this.linearTicks(about);
    }
    const few = Math.log10(this.most / this.least) * 3 > about * 1.5;
    const ticks = [];
    for (let power = 10 ** Math.floor(Math.log10(this.least)); power <= this.most; power *= 10) {
      for (const value of (few ? [1] : [1, 2, 5]).map((m) => m * power)) {
        if (value >= this.least && value <= this.most) {
          ticks.push({ value, label: String(+value.toPrecision(6)) });
        }
      }
    }
    return ticks.length >= 2 ? ticks : this.linearTicks(about);
  }
}

const short = (value) => String(+value.toPrecision(4));

// --- The tip -------------------------------------------------------------------------------------

const tip = make("div", { id: "tip", role: "status", hidden: "" });

// Shows rows of texts, each an array of cells, near a point of the window.
function showTip(title, rows, x, y) {
  const cells = (row) => row.map((cell) => make("td", {}, cell));
  tip.replaceChildren(title, make("table", {}, ...rows.map((row) => make("tr", {}, ...cells(row)))));
  tip.hidden = false;
  const left = x + 16 + tip.offsetWidth > innerWidth ? x - 16 - tip.offsetWidth : x + 16;
  tip.style.left = `${Math.max(4, Math.min(left, innerWidth - tip.offsetWidth - 4)) + scrollX}px`;
  tip.style.top = `${y + 16 + scrollY}px`;
}

// --- Charts --------------------------------------------------------------------------------------

class Chart {
  constructor(box) {
    const [least, most, logarithmic] = box.dataset.x.split(" ").map(Number);
    this.box = box;
    this.svg = box.querySelector("svg");
    this.plot = box.querySelector("svg.plot");
    [this.columns, this.rows] = this.plot.getAttribute("viewBox").split(" ").slice(2).map(Number);
    this.axis = new Axis(least, most, logarithmic === 1);
    this.height = Number(box.dataset.height);
    this.unit = box.dataset.unit;
    this.range = [0, 1]; // of the axis
    this.cursor = draw("line", { class: "cursor", visibility: "hidden" });
    this.selection = draw("rect", { class: "selection", visibility: "hidden" });
    this.svg.append(this.cursor, this.selection);
    this.svg.setAttribute("tabindex", "0");
    box.classList.add("live");
    this.addButtons();
    this.listen();
    this.layOut();
  }

  get width() {
    return Math.max(120, this.box.clientWidth - LEFT - RIGHT);
  }

  // Fits the chart to its width and its range.
  layOut() {
    const [from, to] = this.range;
    const part = this.axis.part(this.range);
    const foot = TOP + this.height;
    this.svg.setAttribute("viewBox", `0 0 ${this.width + LEFT + RIGHT} ${foot + BOTTOM}`);
    this.plot.setAttribute("width", this.width);
    this.plot.setAttribute("viewBox", `${from * this.columns} 0 ${(to - from) * this.columns} ${this.rows}`);
    this.svg.querySelectorAll(".y line").forEach((line) => line.setAttribute("x2", LEFT + this.width));
    this.svg.querySelector(".name").setAttribute("x", LEFT + this.width / 2);
    const ticks = part.ticks(Math.max(3, Math.floor(this.width / 100)));
    this.svg.querySelector(".x").replaceChildren(...ticks.flatMap(({ value, label }) => {
      const x = LEFT + part.place(value) * this.width;
      return [draw("line", { x1: x, x2: x, y1: TOP, y2: foot }), draw("text", { x, y: foot + 16 }, label)];
    }));
  }

  addButtons() {
    const button = (label, text, act) => {
      const element = make("button", { type: "button", "aria-label": label, title: label }, text);
      element.addEventListener("click", act);
      return element;
    };
    this.box.append(make("div", { class: "zoom" }, button("Zoom in", "+", () => this.zoomBy(1 / 2)),
      button("Zoom out", "\u2212", () => this.zoomBy(2)), button("Show all", "All", () => this.zoomTo([0, 1]))));
  }

  zoomBy(factor) {
    const [from, to] = this.range;
    const middle = (from + to) / 2;
    this.zoomTo([middle - (to - from) * factor / 2, middle + (to - from) * factor / 2]);
  }

  // Zooms this chart and those that it is linked with.
  zoomTo([from, to]) {
    const size = Math.min(1, Math.max(1e-4, to - from));
    const start = Math.max(0, Math.min(1 - size, from));
    const values = [start, start + size].map((place) => this.axis.value(place));
    for (const chart of charts) {
      if (chart === this || (this.box.dataset.link && chart.box.dataset.link === this.box.dataset.link)) {
        chart.range = values.map((value) => Math.min(1, Math.max(0, chart.axis.place(value))));
        chart.layOut();
      }
    }
    this.leave();
  }

  // The places of a point of the window in the plot, 0 to 1 each.
  placeOf(event) {
    const area = this.plot.getBoundingClientRect();
    const box = this.svg.getBoundingClientRect();
    const scale = box.width / (this.width + LEFT + RIGHT);
    const x = (event.clientX - box.left) / scale - LEFT;
    const y = (event.clientY - box.top) / scale - TOP;
    return area.width === 0 ? [0, 0] : [x / this.width, y / this.height].map((p) => Math.min(1, Math.max(0, p)));
  }

  listen() {
    let begin = null; // of a drag
    this.svg.addEventListener("pointerdown", (event) => {
      begin = event.pointerType === "touch" ? null : this.placeOf(event)[0];
      if (begin !== null) {
        this.svg.setPointerCapture(event.pointerId);
      }
    });
    this.svg.addEventListener("pointermove", (event) => {
      const [x, y] = this.placeOf(event);
      this.show(x, y, event.clientX, event.clientY);
      if (begin !== null) {
        this.select(begin, x);
      }
    });
    this.svg.addEventListener("pointerup", (event) => {
      const end = this.placeOf(event)[0];
      this.selection.setAttribute("visibility", "hidden");
      if (begin !== null && Math.abs(end - begin) * this.width > 5) {
        const [from, to] = this.range;
        this.zoomTo([Math.min(begin, end), Math.max(begin, end)].map((p) => from + p * (to - from)));
      }
      begin = null;
    });
    this.svg.addEventListener("pointerleave", () => this.leave());
    this.svg.addEventListener("dblclick", () => this.zoomTo([0, 1]));
    this.svg.addEventListener("blur", () => this.leave());
    this.svg.addEventListener("keydown", (event) => this.press(event));
  }

  select(from, to) {
    const x = LEFT + Math.min(from, to) * this.width;
    const attributes = { x, y: TOP, width: Math.abs(to - from) * this.width, height: this.height };
    Object.entries(attributes).forEach(([key, value]) => this.selection.setAttribute(key, value));
    this.selection.setAttribute("visibility", "visible");
  }

  // Arrows move the cursor; + and - zoom, 0 shows all, Escape hides the tip.
  press(event) {
    const moves = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, -0.04], ArrowDown: [0, 0.04] };
    const zooms = { "+": () => this.zoomBy(1 / 2), "-": () => this.zoomBy(2), 0: () => this.zoomTo([0, 1]) };
    if (event.key in moves) {
      const [x, y] = (this.at ?? [0.5, 0.5]).map((p, i) => Math.min(1, Math.max(0, p + moves[event.key][i])));
      const box = this.svg.getBoundingClientRect();
      this.show(x, y, box.left + LEFT + x * this.width, box.top + TOP + y * this.height);
    } else if (event.key in zooms) {
      zooms[event.key]();
    } else if (event.key === "Escape") {
      this.leave();
      return;
    } else {
      return;
    }
    event.preventDefault();
  }

  // Shows the cursor and the tip at places of the plot, which are at that point of the window.
  show(x, y, clientX, clientY) {
    const [from, to] = this.range;
    const place = from + x * (to - from);
    const line = LEFT + x * this.width;
    this.at = [x, y];
    Object.entries({ x1: line, x2: line, y1: TOP, y2: TOP + this.height, visibility: "visible" })
      .forEach(([key, value]) => this.cursor.setAttribute(key, value));
    const { title, rows } = this.describe(place, y);
    showTip(title, rows, clientX, clientY);
  }

  leave() {
    this.cursor.setAttribute("visibility", "hidden");
    tip.hidden = true;
  }
}

// The points of a path of M, L, H and V with absolute coordinates.
function pointsOf(path) {
  let x = 0, y = 0;
  const points = [];
  for (const [, command, numbers] of path.getAttribute("d").matchAll(/([MLHV])([-\d. ]+)/g)) {
    const values = numbers.trim().split(" ").map(Number);
    x = command === "V" ? x : values[0];
    y = command === "H" ? y : values[values.length - 1];
    points.push([x, y]);
  }
  return points;
}

// The last index whose key is at most the value; -1 if there is none.
function lastAtMost(items, value, key) {
  let low = -1, high = items.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (key(items[middle]) <= value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

class Curves extends Chart {
  // The height of a curve in a column; NaN outside of it.
  heightAt(curve, column) {
    curve.points ??= pointsOf(curve.path);
    const i = lastAtMost(curve.points, column, ([x]) => x);
    if (i < 0 || (i + 1 === curve.points.length && column > curve.points[i][0] + 1)) {
      return NaN;
    }
    const [x, y] = curve.points[i];
    const [nextX, nextY] = curve.points[i + 1] ?? [x, y];
    return this.box.dataset.steps === "1" || nextX === x ? y : y + (nextY - y) * (column - x) / (nextX - x);
  }

  describe(place) {
    this.curves ??= [...this.plot.querySelectorAll(".curve")].map((path) => ({ path }));
    const most = Number(this.box.dataset.y);
    const rows = this.curves.map((curve) => {
      const height = this.heightAt(curve, place * this.columns);
      const swatch = make("i", { class: curve.path.getAttribute("class").split(" ")[1] });
      const name = make("bdi", {}, swatch, curve.path.dataset.name);
      return [name, Number.isNaN(height) ? "\u2013" : short(most * (1 - height / this.rows))];
    });
    return { title: `${short(this.axis.value(place))} ${this.unit}`.trim(), rows };
  }
}

class Schedule extends Chart {
  // The boxes of each row, by their beginning.
  read() {
    this.boxes = new Map();
    for (const path of this.plot.querySelectorAll(".boxes path")) {
      const jobs = path.dataset.jobs.split(" ").flatMap((run) => {
        const [job, count] = run.split("*").map(Number);
        return Array(count).fill(job);
      });
      const tasks = path.dataset.tasks?.split(" ");
      let next = 0;
      for (const [, begin, row, length] of path.getAttribute("d").matchAll(/M(\d+) (\d+)h(\d+)/g)) {
        const box = { begin: +begin, row: +row, length: +length, job: jobs[next], task: tasks?.[next] };
        if (!this.boxes.has(box.row)) {
          this.boxes.set(box.row, []);
        }
        this.boxes.get(box.row).push(box);
        next++;
      }
    }
    this.boxes.forEach((row) => row.sort((a, b) => a.begin - b.begin));
  }

  boxAt(column, row) {
    if (!this.boxes) {
      this.read();
    }
    const boxes = this.boxes.get(row) ?? [];
    const box = boxes[lastAtMost(boxes, column, ({ begin }) => begin)];
    return box && column < box.begin + box.length ? box : null;
  }

  slotName(row) {
    const [top, maps, stride] = this.box.dataset.slots.split(" ").map(Number);
    if (row < maps) {
      return `map slot ${row * stride}`;
    }
    return row >= top ? `reduce slot ${(row - top) * stride}` : "";
  }

  describe(place, y) {
    const row = Math.min(this.rows - 1, Math.floor(y * this.rows));
    const box = this.boxAt(place * this.columns, row);
    const slot = this.slotName(row);
    this.outline?.remove();
    if (!box) {
      return { title: `${short(this.axis.value(place))} ${this.unit}`, rows: slot ? [[`${slot} is idle`]] : [] };
    }
    this.outline = draw("rect", { class: "box", x: box.begin, y: box.row, width: box.length, height: 1 });
    this.plot.append(this.outline);
    const step = Number(this.box.dataset.step);
    const [begin, end] = [box.begin, box.begin + box.length].map((column) => short(column * step));
    const rows = [[slot], [`${begin} to ${end} ${this.unit}`]];
    if (box.task !== undefined) {
      const failed = box.task.endsWith("x") ? ", which counts for nothing" : "";
      rows.unshift([`${slot.split(" ")[0]} task ${parseInt(box.task, 10)}${failed}`]);
    }
    return { title: make("b", {}, make("bdi", {}, jobNames[box.job] || `job in row ${box.job}`)), rows };
  }

  leave() {
    super.leave();
    this.outline?.remove();
  }
}

// --- Everything ----------------------------------------------------------------------------------

const charts = [];
const jobNames = JSON.parse(document.getElementById("job-names")?.textContent ?? "[]");
const kinds = { curves: Curves, schedule: Schedule };

setUpTheme();
document.body.append(tip);
document.querySelectorAll("table.sortable").forEach(setUpTable);
document.querySelectorAll(".chart").forEach((box) => charts.push(new kinds[box.dataset.kind](box)));
addEventListener("resize", () => charts.forEach((chart) => chart.layOut()));
