/**
 * Submitting an invalid form focuses the first invalid field, in every form: on a phone that field is often out of
 * sight, and a screen reader would otherwise say nothing.
 */
export function focusFirstProblem(): void {
  document.addEventListener("submit", ({ target }) => {
    // The form's own handler marks the fields first.
    requestAnimationFrame(() => {
      if (target instanceof HTMLFormElement) target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  });
}

/** No form is sent while one of its numbers cannot be parsed, whether the number is required or not. */
export function holdBackUnreadable(): void {
  document.addEventListener(
    "submit",
    (event) => {
      if (!(event.target instanceof HTMLFormElement) || event.target.querySelector("[data-unreadable]") === null)
        return;
      event.preventDefault();
      event.stopPropagation();
      event.target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    },
    { capture: true },
  );
}
