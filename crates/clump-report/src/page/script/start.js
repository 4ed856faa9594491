// Light or dark theme: that of the system, until the reader chooses. Dark colours are a separate style sheet,
// which an attribute turns on or off; the print style is always light.
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

// Before printing, opens folded texts, because paper has no mouse. For a release, the style sheet prints only
// the verdict, on one sheet.
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
