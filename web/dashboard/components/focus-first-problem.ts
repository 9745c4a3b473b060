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
