/** The API reference: loads the operation that the address names, filters the list, and sends requests from the "Try it" form. */
const operation = document.getElementById("operation");
const introduction = document.getElementById("introduction");
const links = [...document.querySelectorAll(".side li a")];
let demoKey = "";

async function show() {
  const id = decodeURIComponent(location.hash.slice(1));
  const link = links.find((one) => one.hash === `#${id}`);
  for (const one of links) one.toggleAttribute("aria-current", one === link);
  introduction.hidden = link !== undefined;
  operation.replaceChildren();
  if (link === undefined) return;
  link.setAttribute("aria-current", "page");
  const answer = await fetch(`/docs/files/operations/${encodeURIComponent(id)}.html`);
  if (decodeURIComponent(location.hash.slice(1)) !== id) return; // The reader went on meanwhile.
  operation.innerHTML = answer.ok ? await answer.text() : "<p>This operation cannot be loaded. Reload the page.</p>";
  document.title = `${operation.querySelector("h1")?.textContent ?? "API reference"} · Corridor`;
  const key = operation.querySelector("input[name=key]");
  if (key !== null) key.value = sessionStorage.getItem("api-key") ?? demoKey;
  scrollTo(0, 0);
}

operation.addEventListener("submit", (event) => {
  event.preventDefault();
  void send(event.target);
});

async function send(form) {
  const output = form.querySelector("pre");
  const values = new FormData(form);
  const key = values.get("key");
  sessionStorage.setItem("api-key", key);
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const input of form.querySelectorAll("input[data-in]")) {
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value !== "") query.set(input.name, input.value);
  }
  const body = values.get("body");
  output.hidden = false;
  output.textContent = "Sending ...";
  try {
    const answer = await fetch(`/v1${path}${query.size > 0 ? `?${query}` : ""}`, {
      method: form.dataset.method,
      headers: {
        Authorization: "NONE",
        "X-Api-Key": key,
        ...(body === null ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === null ? {} : { body }),
    });
    output.textContent = `${answer.status} ${answer.statusText}\n${shown(await answer.text())}`;
  } catch (error) {
    output.textContent = `No answer: ${error.message}`;
  }
}

function shown(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

document.getElementById("find").addEventListener("input", (event) => {
  const wanted = event.target.value.toLowerCase();
  for (const link of links)
    link.parentElement.hidden = !`${link.textContent} ${link.title}`.toLowerCase().includes(wanted);
  for (const section of document.querySelectorAll(".side section"))
    section.hidden = section.querySelector("li:not([hidden])") === null;
});

addEventListener("hashchange", () => void show());
void show();
// Only a development service on this machine has one to give.
fetch("/docs/demo-key")
  .then((answer) => (answer.ok ? answer.json() : { api_key: "" }))
  .then(({ api_key }) => {
    demoKey = api_key;
    const key = operation.querySelector("input[name=key]");
    if (key !== null && key.value === "") key.value = demoKey;
  })
  .catch(() => undefined);
