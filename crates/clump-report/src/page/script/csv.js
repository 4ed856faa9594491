// CSV files, made in the browser.

function download(name, rows) {
  const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const text = rows.map((row) => row.map((cell) => quoted(String(cell))).join(",") + "\r\n").join("");
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// A table cell may show fewer digits than its value, so the CSV takes `data-value` if the cell has it.
const cellsOf = (row) => Array.from(row.cells, (cell) => cell.dataset.value ?? cell.textContent);

function startDownloads() {
  for (const button of document.querySelectorAll("[data-csv]")) {
    const id = button.dataset.csv;
    button.addEventListener("click", () =>
      download(`${id}.csv`, Array.from(document.getElementById(id).rows, cellsOf)),
    );
  }
}

