import type { FormEvent, ReactNode } from 'react';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import { Button, type Look } from './Button.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { UrlOf } from '../lib/post.ts';
import { openAgain } from '../lib/toldNext.ts';
import { usePost } from '../lib/usePost.ts';
import { CsrfField } from '../PageFrame.tsx';
import styles from './ActForm.module.css';

interface Props<E extends EndpointSpec> {
  action: UrlOf<E['path']>;
  button: string;
  look?: Look;
  /** The next page shows by itself what happened. */
  quiet?: boolean;
  /** Returns true if it has shown the refusal itself. */
  onRefused?: (error: ErrorAnswer) => boolean;
  children?: ReactNode;
}

/** A form of one button. With JavaScript it is sent without leaving the page; without it, as a plain form. */
export function ActForm<E extends EndpointSpec>({
  action,
  button,
  look,
  quiet,
  onRefused,
  children,
}: Props<E>) {
  const { busy, error, setError, send } = usePost<E>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const outcome = await send(action, new FormData(event.currentTarget));
    if (outcome.ok) openAgain(quiet ? {} : (outcome.answer as { success?: string }));
    else if (onRefused?.(outcome.error)) setError(null);
  }

  return (
    <form
      className={styles.form}
      method="post"
      action={action}
      encType="multipart/form-data"
      onSubmit={(event) => void submit(event)}
    >
      <CsrfField />
      <ErrorSummary error={error} />
      {children}
      <Button type="submit" wide busy={busy} look={look ?? 'primary'}>
        {button}
      </Button>
    </form>
  );
}
