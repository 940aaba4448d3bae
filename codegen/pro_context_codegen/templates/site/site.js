"use strict";
// This script runs before the page is drawn, so that the other theme never flashes. The pages are readable without it.
(() => {
  const root = document.documentElement;
  const THEME = "pro-context-theme";
  const LIMIT = 30;

  root.classList.add("js");
  // Storage may be forbidden, as in some browsers for files.
  const stored = (action) => { try { return action(localStorage); } catch { return null; } };
  const chosen = stored((storage) => storage.getItem(THEME));
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  // Theme

  function theme(button) {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
    const other = () => (current() === "dark" ? "light" : "dark");
    const label = () => {
      button.textContent = other() === "dark" ? "Dark" : "Light";
      button.setAttribute("aria-label", `Use the ${other()} theme`);
    };
    button.addEventListener("click", () => {
      root.dataset.theme = other();
      stored((storage) => storage.setItem(THEME, root.dataset.theme));
      label();
    });
    system.addEventListener("change", label);
    label();
  }

  // Copying

  function copying(block) {
    const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
    button.setAttribute("aria-label", `Copy: ${block.getAttribute("aria-label")}`);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(block);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    const holder = element("div", { className: "copied" });
    block.before(holder);
    holder.append(button, block);
  }

  // Search

  function found(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    return (globalThis.searchIndex ?? [])
      .map(([title, kind, href, text]) => {
        const name = title.toLowerCase();
        const all = `${name} ${kind.toLowerCase()} ${text.toLowerCase()}`;
        const score = words.every((word) => all.includes(word))
          ? words.reduce((sum, word) => sum + (name.startsWith(word) ? 4 : name.includes(word) ? 2 : 1), 0) - name.length / 1000
          : 0;
        return { title, kind, href, text, score };
      })
      .filter((entry) => entry.score > 0)
      .sort((one, other) => other.score - one.score);
  }

  function search(form) {
    const input = form.querySelector("input");
    const results = form.querySelector(".results");
    const list = results.querySelector("ol");
    const close = () => { results.hidden = true; };
    const show = () => {
      const hits = found(input.value);
      results.hidden = !input.value.trim();
      const more = hits.length > LIMIT ? `, the first ${LIMIT} are shown` : "";
      results.querySelector(".count").textContent = `${hits.length} ${hits.length === 1 ? "result" : "results"}${more}`;
      list.replaceChildren(...hits.slice(0, LIMIT).map(({ title, kind, href, text }) =>
        element("li", {}, element("a", { href: root.dataset.root + href },
          element("b", { textContent: title }), element("i", { textContent: kind }), element("span", { textContent: text })))));
    };
    const move = (step) => {
      const stops = [input, ...list.querySelectorAll("a")];
      stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(document.activeElement) + step))].focus();
    };
    input.addEventListener("input", show);
    input.addEventListener("focus", () => { if (input.value) show(); });
    list.addEventListener("click", close);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
    form.addEventListener("focusout", (event) => {
      if (!form.contains(event.relatedTarget)) close();
    });
    form.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") {
        input.focus();
        close();
      } else if (step && !results.hidden) {
        event.preventDefault();
        move(step);
      }
    });
    // Clicking a result's text must not take the focus away before the click arrives.
    results.addEventListener("mousedown", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !event.target.closest("input, textarea, select")) {
        event.preventDefault();
        input.focus();
      }
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    theme(document.querySelector(".theme"));
    search(document.querySelector(".search"));
    document.querySelectorAll(".code").forEach(copying);
  });
})();
