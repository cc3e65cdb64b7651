import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';

export type Look = 'primary' | 'secondary' | 'quiet';
const classOf = (look: Look, wide: boolean) =>
  [styles.button, styles[look], wide && styles.wide].filter(Boolean).join(' ');

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  look?: Look;
  wide?: boolean;
  /** A request is in progress: a spinner, disabled, and announced to screen readers. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  look = 'primary',
  wide = false,
  busy = false,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    // oxlint-disable-next-line react/button-has-type -- it has one, 'button' unless said
    <button
      type={type}
      {...rest}
      className={classOf(look, wide)}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
    >
      {busy && <span className={styles.spinner} aria-hidden />}
      {children}
    </button>
  );
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> {
  href: string;
  look?: Look;
  wide?: boolean;
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'primary', wide = false, children, ...rest }: LinkProps) {
  return (
    <a {...rest} className={classOf(look, wide)}>
      {children}
    </a>
  );
}
