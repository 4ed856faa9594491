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

// Paper cannot be hovered: what is folded beside a figure is printed.
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("figure details, .facts")) folded.open = true;
});

startTheme();
startDownloads();
startItems(startTree());
startGroups();
