// Updates progress bars, uploads dropped files, unfolds the tree, and copies commands.

const every = (selector, act, root = document) => root.querySelectorAll(selector).forEach(act);

// Shown if the server ended while the page is open.
const gone = () => { document.getElementById("gone").hidden = false; };

async function ask(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    gone();
    return null;
  }
}

// Progress bars: polls four times a second, and reloads the page when the work has ended.
every("[data-work]", async (work) => {
  const bar = work.querySelector("progress");
  const stage = work.querySelector("[data-stage]");
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const answer = await ask(work.dataset.work);
    if (!answer || !answer.ok) return;
    const { state, stage: word, done, total, name } = await answer.json();
    if (state === "done" || state === "failed") {
      location.reload();
      return;
    }
    const said = state === "ending" ? "ending" : name ? `${word}, ${name}` : word;
    // Changes the text only at a new stage, so that a screen reader does not read every step.
    if (stage.textContent !== said) stage.textContent = said;
    if (total > 0) {
      bar.max = total;
      bar.value = Math.min(done, total);
    } else {
      bar.removeAttribute("value");
    }
  }
});

// Uploads a file that the user drops on the page or chooses.
every("[data-drop]", (place) => {
  const status = place.querySelector("[data-drop-status]");
  const send = (file) => {
    if (!file) return;
    const request = new XMLHttpRequest();
    request.open("POST", `${place.dataset.drop}?name=${encodeURIComponent(file.name)}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      status.textContent = `Copying ${file.name}: ${Math.floor((100 * loaded) / Math.max(total, 1))} %`;
    });
    request.addEventListener("load", () => {
      if (request.status === 200) location.assign(request.responseText);
      else status.textContent = request.responseText;
    });
    request.addEventListener("error", gone);
    request.send(file);
  };
  place.querySelector("[data-drop-input]").addEventListener("change", ({ target }) => send(target.files[0]));
  const over = (event) => {
    event.preventDefault();
    place.classList.add("over");
  };
  document.addEventListener("dragover", over);
  document.addEventListener("dragleave", () => place.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    send(event.dataTransfer.files[0]);
  });
});

// Buttons that copy a command.
every("[data-copy]", (button) => {
  button.addEventListener("click", async () => {
    const text = button.parentElement.querySelector("code").textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.parentElement.querySelector("pre"));
      button.textContent = "Marked: copy it";
    }
  });
});

// The tree: fetches children when the user unfolds a node, and matches when the user types.
every("[data-tree]", (guards) => {
  const fill = async (place, question) => {
    const answer = await ask(`${guards.dataset.tree}?${new URLSearchParams(question)}`);
    if (answer && answer.ok) place.innerHTML = await answer.text();
    return place;
  };
  guards.addEventListener("toggle", ({ target }) => {
    const place = target.querySelector?.(":scope > [data-children]");
    if (target.open && target.dataset.below && place && !place.childElementCount) fill(place, { below: target.dataset.below });
  }, true);
  const search = guards.querySelector("[data-tree-search]");
  const status = guards.querySelector("[data-tree-status]");
  const found = guards.querySelector("[data-tree-found]");
  let waiting;
  search?.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      if (!search.value.trim()) {
        found.replaceChildren();
        status.textContent = "";
        return;
      }
      await fill(found, { called: search.value });
      status.textContent = `${found.querySelectorAll("li").length} shown`;
    }, 200);
  });
  // Enter in the search field must not send the form.
  search?.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  guards.addEventListener("click", ({ target }) => {
    if (target.matches("[data-remove]")) target.closest("li").remove();
    if (!target.matches("[data-pick]")) return;
    const { pick, name } = target.dataset;
    const list = guards.querySelector(`[data-picked="${pick}"] ul`);
    const is = (input) => input.value === name;
    if ([...list.querySelectorAll("input")].some(is)) return;
    const item = document.createElement("li");
    const input = Object.assign(document.createElement("input"), { type: "hidden", name: pick, value: name });
    const remove = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
    remove.setAttribute("aria-label", `Remove ${name}`);
    remove.dataset.remove = "";
    item.append(name, input, remove);
    list.append(item);
    status.textContent = `${name} was added`;
  });
});

// Marks of the chart: reachable by keyboard, they highlight the kind of release that they stand for.
every("[data-marks] .mark", (mark) => {
  const title = mark.querySelector("title").textContent;
  const kind = [...document.querySelectorAll("[data-kind]")]
    .filter((kind) => title.startsWith(`${kind.dataset.kind}, `))
    .sort((a, b) => b.dataset.kind.length - a.dataset.kind.length)[0];
  if (!kind) return;
  mark.setAttribute("tabindex", "0");
  mark.setAttribute("role", "button");
  mark.setAttribute("aria-label", title);
  mark.closest("svg").setAttribute("role", "group");
  const light = (on) => () => { mark.classList.toggle("lit", on); kind.classList.toggle("lit", on); };
  for (const on of ["mouseenter", "focus"]) mark.addEventListener(on, light(true));
  for (const off of ["mouseleave", "blur"]) mark.addEventListener(off, light(false));
  const choose = () => {
    const radio = kind.querySelector("input");
    radio.checked = true;
    radio.focus();
    kind.querySelector("details")?.setAttribute("open", "");
  };
  mark.addEventListener("click", choose);
  mark.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose();
    }
  });
});
