// Pieces of the page. Words are always set as text: a name from the document can never become markup.

const byId = (id) => document.getElementById(id);

/** An element with attributes, `on...` handlers and children; texts become text nodes. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A name in its own direction of writing. */
function name(words) {
  return make("bdi", {}, words);
}

function button(words, press, attributes = {}) {
  return make("button", { type: "button", ...attributes, onclick: press }, words);
}

/** Words and values beside each other. */
function facts(list) {
  return make("dl", {}, ...list.flatMap(([word, value]) => [make("dt", {}, name(word)), make("dd", {}, value instanceof Node ? value : name(String(value)))]));
}

/** A counter as a picture inside the page. */
function counterPicture(scene, unit, size = 40) {
  const image = counterImage(faceOf(scene, unit), size * 2, size);
  image.className = "counter";
  image.style.width = image.style.height = `${size}px`;
  image.setAttribute("aria-hidden", "true");
  return image;
}
