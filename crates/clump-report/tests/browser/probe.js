// Uses the page as a reader does, and writes what it found where the test can read it.

const find = (selector) => document.querySelector(selector);
const all = (selector) => Array.from(document.querySelectorAll(selector));
const findings = {};

// The milliseconds that `act` and the layout after it take.
function timed(act) {
  const start = performance.now();
  act();
  document.body.getBoundingClientRect();
  return performance.now() - start;
}

function type(input, text) {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function press(key) {
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

const firstCells = (column) =>
  all("#items-rows tbody tr:not(.space)").map((row) => row.cells[column].textContent.replaceAll(",", ""));

// The least contrast of any text with what is painted behind it.
function leastContrast() {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if ((channels(colour)[3] ?? 1) === 1) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  let least = { ratio: 99 };
  for (const element of all("body *")) {
    const hasText = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
    if (!hasText || element.closest("script, title, :disabled") || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const ink = luminance(element.closest("svg") ? style.fill : style.color);
    const paper = luminance(background(element));
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (ratio < least.ratio) least = { ratio, text: element.textContent.slice(0, 40) };
  }
  return least;
}

document.body.getBoundingClientRect();
findings.ready = performance.now();
findings.title = document.title;
findings.views = all("main > section").map((section) => section.id);
findings.links = all("nav a").map((link) => link.getAttribute("href"));
findings.headings = all("h1, h2, h3").map((heading) => Number(heading.tagName[1]));
findings.charts = all("svg.chart[role=img][aria-label]").map((chart) => chart.closest("figure").id);
findings.unnamed = all("button, input").filter((control) => !control.textContent.trim() && !control.labels?.length).length;
findings.duplicateIds = all("[id]").map((element) => element.id).filter((id, place, ids) => ids.indexOf(id) !== place);
findings.band = find(".band")?.textContent ?? null;

if (find("#items-rows")) {
  const search = find("#items-search");
  const frame = find("#items-rows");
  const items = (findings.items = { status: find("#items-status").textContent });
  items.counts = firstCells(1).slice(0, 20).map(Number);
  items.rowsDrawn = all("#items-rows tbody tr").length;
  const wanted = firstCells(0)[3];
  items.typed = timed(() => type(search, wanted.toUpperCase()));
  items.foundAll = firstCells(0).length > 0 && firstCells(0).every((name) => name.includes(wanted));
  items.foundStatus = find("#items-status").textContent;
  type(search, "no such item, surely");
  items.none = find("#items-status").textContent;
  items.cleared = timed(() => type(search, ""));
  items.sortedByName = timed(() => find("#items-rows thead button").click());
  items.sort = find("#items-rows thead th").getAttribute("aria-sort");
  items.names = firstCells(0).slice(0, 20);
  items.sortedByCount = timed(() => all("#items-rows thead button")[1].click());
  items.scrolled = timed(() => {
    frame.scrollTop = frame.scrollHeight / 2;
    frame.dispatchEvent(new Event("scroll"));
  });
  items.middle = Number(find("#items-rows tbody tr:not(.space)").getAttribute("aria-rowindex"));
  frame.scrollTop = frame.scrollHeight;
  frame.dispatchEvent(new Event("scroll"));
  items.last = Number(all("#items-rows tbody tr:not(.space)").at(-1).getAttribute("aria-rowindex"));
  items.gap = frame.getBoundingClientRect().bottom - all("#items-rows tbody tr:not(.space)").at(-1).getBoundingClientRect().bottom;
  frame.scrollTop = 0;
  frame.dispatchEvent(new Event("scroll"));
}

if (find("#tree")) {
  const tree = (findings.tree = {});
  const shown = () => all("#tree [role=treeitem]").filter((item) => !item.closest("[hidden]")).length;
  tree.atFirst = shown();
  tree.tabStops = all("#tree [tabindex='0']").length;
  find("#tree [tabindex='0']").focus();
  press("ArrowRight");
  tree.walked = document.activeElement.getAttribute("aria-level");
  press("ArrowRight");
  tree.opened = shown();
  press("ArrowLeft");
  tree.closed = shown();
  press("Home");
  tree.home = document.activeElement === find("#tree [role=treeitem]");
  const name = firstCells(0)[5];
  tree.revealed = timed(() => all("#items-rows tbody button")[5].click());
  tree.shown = document.activeElement.getAttribute("aria-label")?.startsWith(`${name}:`) ?? false;
}

if (find("#groups-list")) {
  const groups = (findings.groups = { status: find("#groups-status").textContent });
  const first = () => find("#groups-list h3")?.firstChild.data;
  groups.drawn = all("#groups-list article").length;
  find("#groups-next").click();
  groups.second = first();
  find("#groups-page").value = 1e9;
  find("#groups-page").dispatchEvent(new Event("change"));
  groups.last = find("#groups-status").textContent;
  const wanted = find("#groups-list .chips li").textContent;
  groups.typed = timed(() => type(find("#groups-search"), wanted));
  groups.found = find("#groups-list").textContent.includes(wanted);
  type(find("#groups-search"), "");
}

// Downloads are caught before they leave.
const parts = [];
globalThis.Blob = class {
  constructor(texts) {
    parts.push(texts.join(""));
  }
};
URL.createObjectURL = () => "#";
HTMLAnchorElement.prototype.click = () => {};
for (const button of all("[data-csv], #items-csv")) button.click();
findings.csv = parts.map((text) => ({ lines: text.split("\r\n").length - 1, head: text.split("\r\n").slice(0, 2) }));

for (const folded of all("details")) folded.open = true;
findings.contrast = [leastContrast()];
const paper = () => getComputedStyle(document.body).backgroundColor;
const light = paper();
find("#theme").click();
findings.themeChanges = paper() !== light;
findings.contrast.push(leastContrast());

findings.network = performance.getEntriesByType("resource").map((entry) => entry.name);
document.body.append(Object.assign(document.createElement("pre"), { id: "findings", textContent: JSON.stringify(findings) }));
