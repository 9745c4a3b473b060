import classes from "./logo.module.css";

export function Logo() {
  return (
    <span className={classes.logo}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" className={classes.ground} />
        <path d="M8 25V13a8 8 0 0 1 16 0v12" className={classes.arch} />
        <path d="M13.5 25V14a2.5 2.5 0 0 1 5 0v11" className={classes.door} />
      </svg>
      Corridor
    </span>
  );
}
