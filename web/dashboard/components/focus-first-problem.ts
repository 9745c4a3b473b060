/**
 * Pressing the button of a form that is not yet right leads to the first field to mend, in every form: on a phone that field is often out of
 * sight, and who hears the page would otherwise hear nothing.
 */
export function focusFirstProblem(): void {
  document.addEventListener("submit", ({ target }) => {
    // The fields are marked once the form's own handler has looked at them.
    requestAnimationFrame(() => {
      if (target instanceof HTMLFormElement) target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  });
}

/** No form is sent while one of its numbers cannot be read, whether the form asks for that number or could do without. */
export function holdBackUnreadable(): void {
  document.addEventListener(
    "submit",
    (event) => {
      if (!(event.target instanceof HTMLFormElement) || event.target.querySelector("[data-unreadable]") === null) return;
      event.preventDefault();
      event.stopPropagation();
      event.target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    },
    { capture: true },
  );
}
