// The list of groups, shown in pages of 20. Only the private page has it.

const GROUPS = 20; // groups on a page

function startGroups() {
  const list = document.getElementById("groups-list");
  if (!list) return;
  const owners = unpack(data.groups.owners);
  const rows = unpack(data.groups.rows);
  const items = unpack(data.groups.items);
  const originals = unpack(data.groups.originals);
  const itemsAt = new Uint32Array(owners.length);
  const originalsAt = new Uint32Array(owners.length);
  const pass = () => {};
  for (let group = 0, item = 0, original = 0; group < owners.length; group++) {
    itemsAt[group] = item;
    originalsAt[group] = original;
    item = eachOfBag(items, item, pass);
    original = eachOriginal(original, (place) => eachOfBag(originals, place, pass));
  }

  // Calls `bag` with the index of each original of a group; `bag` returns the next index.
  function eachOriginal(place, bag) {
    let left = originals[place++];
    while (left-- > 0) place = bag(place);
    return place;
  }

  const said = (numbers, place, texts) => eachOfBag(numbers, place, (name) => texts.push(names[name]));
  const plural = (number, [one, many]) => `${count(number)} ${number === 1 ? one : many}`;

  function card(group) {
    const published = [];
    said(items, itemsAt[group], published);
    const chips = published.sort().map((name) => element("li", {}, name));
    const size = ` · ${plural(owners[group], data.noun)}, ${plural(rows[group], ["row", "rows"])}`;
    const made = element(
      "article",
      { class: "group" },
      element("h3", {}, `Group ${count(group + 1)}`, element("span", {}, size)),
      chips.length > 0 ? element("ul", { class: "chips" }, ...chips) : element("p", { class: "note" }, "Nothing is published."),
    );
    if (originals[originalsAt[group]] > 0) made.append(folded(group));
    return made;
  }

  function folded(group) {
    const lines = [];
    eachOriginal(originalsAt[group], (place) => {
      const texts = [];
      const end = said(originals, place, texts);
      lines.push(element("li", {}, texts.sort().join(", ")));
      return end;
    });
    return element("details", {}, element("summary", {}, "Originals"), element("ol", {}, ...lines));
  }

  const search = document.getElementById("groups-search");
  const status = document.getElementById("groups-status");
  const page = document.getElementById("groups-page");
  const back = document.getElementById("groups-back");
  const next = document.getElementById("groups-next");
  let found = [];

  // Lists the groups whose published row or originals have a name with the search text.
  function filter() {
    const matches = namesWith(search.value);
    found = [];
    for (let group = 0; group < owners.length; group++) {
      let hit = search.value.trim() === "";
      const look = (name) => (hit ||= matches[name] === 1);
      if (!hit) eachOfBag(items, itemsAt[group], look);
      if (!hit) eachOriginal(originalsAt[group], (place) => eachOfBag(originals, place, look));
      if (hit) found.push(group);
    }
    draw(1);
  }

  function draw(wanted) {
    const pages = Math.max(1, Math.ceil(found.length / GROUPS));
    const number = Math.min(pages, Math.max(1, Math.floor(wanted) || 1));
    page.value = number;
    page.max = pages;
    back.disabled = number === 1;
    next.disabled = number === pages;
    status.textContent = `${count(found.length)} of ${count(owners.length)}, page ${count(number)} of ${count(pages)}`;
    list.replaceChildren(...found.slice((number - 1) * GROUPS, number * GROUPS).map(card));
  }

  search.addEventListener("input", filter);
  page.addEventListener("change", () => draw(page.valueAsNumber));
  back.addEventListener("click", () => draw(page.valueAsNumber - 1));
  next.addEventListener("click", () => draw(page.valueAsNumber + 1));
  filter();
}

