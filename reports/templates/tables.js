// A click on a head sorts (up, down, as written); a button copies the table as CSV.
for (const table of document.querySelectorAll(".wide table")) {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0], asWritten = [...body.rows];
  const text = (cell) => (cell ? cell.textContent.trim() : "");
  const number = (words) => {
    const found = words.replace(/,/g, "").match(/^[<>]?\s*[-+]?\d+(\.\d+)?/);
    return found ? parseFloat(found[0].replace(/^[<>]\s*/, "")) : NaN;
  };
  const order = (a, b) => {
    const [x, y] = [number(a), number(b)];
    if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y) || a.localeCompare(b);
    return x - y;
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const next = { none: "ascending", ascending: "descending", descending: "none" };
      const direction = next[head.getAttribute("aria-sort") || "none"];
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      const lines = [...asWritten];
      if (direction !== "none") {
        head.setAttribute("aria-sort", direction);
        const sign = direction === "ascending" ? 1 : -1;
        lines.sort((a, b) => sign * order(text(a.cells[column]), text(b.cells[column])));
      }
      body.append(...lines);
    };
  });
  const quoted = (words) => (/[",\n]/.test(words) ? `"${words.replace(/"/g, '""')}"` : words);
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "copy";
  copy.textContent = "Copy as CSV";
  copy.onclick = async () => {
    const lines = [...table.rows].map((row) => [...row.cells].map((cell) => quoted(text(cell))).join(","));
    try {
      await navigator.clipboard.writeText(lines.join("\n") + "\n");
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "This browser does not let a page copy";
    }
    setTimeout(() => { copy.textContent = "Copy as CSV"; }, 2000);
  };
  table.parentElement.after(copy);
}
