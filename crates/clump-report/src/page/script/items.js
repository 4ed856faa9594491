// The table of items. It may have 80,000 rows, so only visible rows exist. A row above and a row below them
// take the space of the others.

const ROW = 32; // pixels, as in page.css
const AHEAD = 10; // rows drawn above and below the visible ones

function startItems(showInTree) {
  const frame = document.getElementById("items-rows");
  if (!frame) return;
  const itemNames = unpack(data.items.name);
  const counts = data.items.counts.map(unpack);
  const became = unpack(data.items.became);
  const becameAt = placesOfBecame(became, itemNames.length);
  const body = frame.querySelector("tbody");
  const headings = Array.from(frame.querySelectorAll("thead th"));
  const search = document.getElementById("items-search");
  const status = document.getElementById("items-status");

  // Column 0 is the name, the others are counts. `order` lists the items that match, sorted.
  let sorting = { column: 1, descending: true };
  let order = new Uint32Array(0);
  let all = new Uint32Array(0);

  function sort() {
    const { column, descending } = sorting;
    const sign = descending ? -1 : 1;
    const byName = (a, b) => {
      const [first, second] = [lowerNames[itemNames[a]], lowerNames[itemNames[b]]];
      return first < second ? -1 : first > second ? 1 : a - b;
    };
    const values = counts[column - 1];
    const compare = column === 0 ? (a, b) => sign * byName(a, b) : (a, b) => sign * (values[a] - values[b]) || a - b;
    all = Uint32Array.from(itemNames.keys()).sort(compare);
    headings.forEach((heading, place) => {
      if (place === column) heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else heading.removeAttribute("aria-sort");
    });
    filter();
  }

  function filter() {
    const matches = namesWith(search.value);
    order = all.filter((item) => matches[itemNames[item]]);
    status.textContent = `${count(order.length)} of ${count(all.length)}`;
    frame.querySelector("table").setAttribute("aria-rowcount", order.length + 1);
    frame.scrollTop = 0;
    draw();
  }

  function draw() {
    const first = Math.max(0, Math.floor(frame.scrollTop / ROW) - AHEAD);
    const last = Math.min(order.length, first + Math.ceil(frame.clientHeight / ROW) + 2 * AHEAD);
    const rows = [space(first)];
    for (let place = first; place < last; place++) rows.push(row(order[place], place));
    rows.push(space(order.length - last));
    body.replaceChildren(...rows);
  }

  const space = (rows) => {
    const gap = element("tr", { class: "space", "aria-hidden": "true" }, element("td", { colspan: headings.length }));
    gap.style.height = `${rows * ROW}px`;
    return gap;
  };

  function row(item, place) {
    const name = names[itemNames[item]];
    const link = element("button", { type: "button", title: `${name}: show in the taxonomy` }, name);
    link.addEventListener("click", () => showInTree(itemNames[item]));
    const cells = [element("th", { scope: "row" }, link)];
    for (const values of counts) cells.push(element("td", {}, count(values[item])));
    if (became.length > 0) {
      const said = becameOf(item).map(([ancestor, times]) => `${names[ancestor]} ${count(times)}`).join(", ");
      cells.push(element("td", { class: "fate" }, stack(item)));
      cells.push(element("td", { class: "became", title: said }, said));
    }
    return element("tr", { "aria-rowindex": place + 2 }, ...cells);
  }

  // A bar with the exact, generalized and suppressed parts of an item. The next cells have the numbers.
  function stack(item) {
    const parts = ["exact", "generalized", "suppressed"].map((fate, place) => {
      const part = element("i", { class: fate });
      part.style.flexGrow = counts[place + 1][item];
      return part;
    });
    return element("div", { class: "stack", "aria-hidden": "true" }, ...parts);
  }

  function becameOf(item) {
    const start = becameAt[item] + 1;
    return Array.from({ length: became[start - 1] }, (_, n) => [became[start + 2 * n], became[start + 2 * n + 1]]);
  }

  headings.forEach((heading, column) =>
    heading.querySelector("button")?.addEventListener("click", () => {
      const again = sorting.column === column;
      // The first click sorts names from A on, and counts from the largest on.
      sorting = { column, descending: again ? !sorting.descending : column > 0 };
      sort();
    }),
  );
  search.addEventListener("input", filter);
  frame.addEventListener("scroll", draw, { passive: true });
  addEventListener("resize", draw);
  document.getElementById("items-csv").addEventListener("click", () => {
    const title = headings.map((heading) => heading.textContent).filter((text) => text !== "Share");
    const rows = Array.from(order, (item) => [
      names[itemNames[item]],
      ...counts.map((values) => values[item]),
      ...(became.length > 0 ? [becameOf(item).map(([name, times]) => `${names[name]} ${times}`).join("; ")] : []),
    ]);
    download("items.csv", [title, ...rows]);
  });
  sort();
}

// For each item, the index in `became` at which its ancestors start.
function placesOfBecame(became, items) {
  const places = new Uint32Array(became.length > 0 ? items : 0);
  for (let item = 0, place = 0; item < places.length; item++) {
    places[item] = place;
    place += 1 + 2 * became[place];
  }
  return places;
}

