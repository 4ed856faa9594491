// The taxonomy as a tree: the reader opens branches with a click, and moves with arrow keys.

const CHILDREN = 100; // drawn at once; in a flat taxonomy all items are below the root

// Returns the function that shows the node of a name.
function startTree() {
  const root = document.getElementById("tree");
  if (!root) return () => {};
  const nodeNames = unpack(data.tree.name);
  const parents = unpack(data.tree.parent).map((parent) => parent - 1);
  const after = unpack(data.tree.after);
  const before = data.tree.before ? unpack(data.tree.before) : null;
  const size = before ?? after;
  const children = new Map();
  // Parents come before their children in the list, so the sums run backwards.
  for (let node = nodeNames.length - 1; node >= 0; node--) {
    const parent = parents[node];
    if (!children.has(parent)) children.set(parent, []);
    children.get(parent).push(node);
    if (parent < 0) continue;
    after[parent] += after[node];
    if (before) before[parent] += before[node];
  }
  const drawn = new Map();
  let current = null;

  // Draws the children of a node from index `start` on, the largest first.
  function draw(list, parent, level, start = 0) {
    const siblings = children.get(parent) ?? [];
    if (start === 0) siblings.sort((a, b) => size[b] - size[a] || a - b);
    const largest = Math.max(1, size[siblings[0]] ?? 0);
    const end = Math.min(siblings.length, start + CHILDREN);
    for (let place = start; place < end; place++) {
      const item = drawNode(siblings[place], level, largest);
      item.setAttribute("aria-posinset", place + 1);
      item.setAttribute("aria-setsize", siblings.length);
      list.append(item);
    }
    if (end < siblings.length) list.append(more(list, parent, level, end, siblings.length));
  }

  function drawNode(node, level, largest) {
    const name = names[nodeNames[node]];
    const twist = element("span", { class: "twist", "aria-hidden": "true" }, children.has(node) ? "›" : "");
    const bars = element("span", { class: "bars", "aria-hidden": "true" });
    for (const [look, values] of [["before", before], ["after", after]]) {
      if (!values) continue;
      const bar = element("i", { class: look });
      bar.style.width = `${(100 * values[node]) / largest}%`;
      bars.append(bar);
    }
    const said = before ? `${count(before[node])} → ${count(after[node])}` : count(after[node]);
    const label = before ? `${name}: ${count(before[node])} before, ${count(after[node])} after` : `${name}: ${said}`;
    const line = element(
      "div",
      { class: "node", title: label },
      twist,
      element("span", { class: "name" }, name),
      bars,
      element("span", { class: "number" }, said),
    );
    const item = element("li", { role: "treeitem", "aria-level": level, "aria-label": label, tabindex: -1 }, line);
    if (children.has(node)) item.setAttribute("aria-expanded", "false");
    item.dataset.node = node;
    drawn.set(node, item);
    return item;
  }

  function more(list, parent, level, start, all) {
    const text = `Show more: ${count(all - start)} left`;
    const line = element("div", { class: "node" }, "", element("span", {}, text));
    const item = element("li", { role: "treeitem", class: "more", "aria-level": level, tabindex: -1 }, line);
    item.addEventListener("show-more", () => {
      draw(list, parent, level, start);
      const next = item.nextElementSibling;
      item.remove();
      focus(next);
    });
    return item;
  }

  function toggle(item, open = item.getAttribute("aria-expanded") === "false") {
    if (item.classList.contains("more")) return item.dispatchEvent(new Event("show-more"));
    if (!item.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", String(open));
    let group = item.querySelector(":scope > [role=group]");
    if (open && !group) {
      group = element("ul", { role: "group" });
      item.append(group);
      draw(group, Number(item.dataset.node), Number(item.getAttribute("aria-level")) + 1);
    }
    if (group) group.hidden = !open;
  }

  function focus(item) {
    if (!item) return;
    current?.setAttribute("tabindex", -1);
    current = item;
    item.setAttribute("tabindex", 0);
    item.focus();
  }

  const visible = () => Array.from(root.querySelectorAll("[role=treeitem]")).filter((item) => !item.closest("[hidden]"));
  const isOpen = (item) => item.getAttribute("aria-expanded") === "true";
  const step = (item, by) => focus(visible()[visible().indexOf(item) + by]);
  const keys = {
    ArrowDown: (item) => step(item, 1),
    ArrowUp: (item) => step(item, -1),
    ArrowRight: (item) => (isOpen(item) ? step(item, 1) : toggle(item, true)),
    ArrowLeft: (item) => (isOpen(item) ? toggle(item, false) : focus(item.parentElement.closest("[role=treeitem]"))),
    Home: () => focus(visible()[0]),
    End: () => focus(visible().at(-1)),
    Enter: (item) => toggle(item),
    " ": (item) => toggle(item),
  };
  root.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(event.target.closest("[role=treeitem]"));
  });
  root.addEventListener("click", (event) => {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    focus(item);
    toggle(item);
  });

  draw(root, -1, 1);
  current = root.querySelector("[role=treeitem]");
  current?.setAttribute("tabindex", 0);
  // A single root alone shows nothing, so it starts open.
  if (root.children.length === 1) toggle(current, true);

  return function show(name) {
    const node = nodeNames.indexOf(name);
    const path = [];
    for (let above = node; above >= 0; above = parents[above]) path.unshift(above);
    for (const above of path) {
      while (!drawn.has(above)) {
        const list = above === path[0] ? root : drawn.get(parents[above]).querySelector(":scope > [role=group]");
        list.lastElementChild.dispatchEvent(new Event("show-more"));
      }
      if (above !== node) toggle(drawn.get(above), true);
    }
    focus(drawn.get(node));
    drawn.get(node)?.scrollIntoView({ block: "center" });
  };
}

