// Light and dark: as the system has it, until the reader chooses. Dark colours are a style sheet of their own, so the
// choice is one attribute, and paper is always light.
function startTheme() {
  const sheet = document.getElementById("dark");
  const button = document.getElementById("theme");
  const isDark = () => matchMedia(sheet.media).matches;
  const name = () => (button.textContent = isDark() ? "Light" : "Dark");
  button.hidden = false;
  button.addEventListener("click", () => {
    sheet.media = isDark() ? "not all" : "screen";
    name();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  name();
}

// Paper cannot be hovered: what is folded beside a figure is printed. Of a release, the style sheet prints the verdict
// alone, on one sheet.
function startPrint() {
  addEventListener("beforeprint", () => {
    for (const folded of document.querySelectorAll("figure details, .terms")) folded.open = true;
  });
  const button = document.getElementById("print");
  button.hidden = !document.documentElement.classList.contains("signed");
  button.addEventListener("click", () => print());
}

startTheme();
startPrint();
startDownloads();
startItems(startTree());
startGroups();
