import type { FormEvent, ReactNode } from 'react';
import { TICKET_PHOTOS } from '#contract/care/tickets/photos.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { Button, type Look } from '#web/customer/components/Button.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { FileInput } from '#web/customer/components/FileInput.tsx';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { openAgain } from '#web/customer/lib/toldNext.ts';
import type { UrlOf } from '#web/customer/lib/post.ts';
import { useKeptTyped } from '#web/customer/lib/useKeptTyped.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import styles from './HelpPage.module.css';

const FIELD = 'fotos';

interface Props<E extends EndpointSpec> {
  action: UrlOf<E['path']>;
  button: string;
  look?: Look;
  children: (faults: Record<string, string | undefined>) => ReactNode;
}

/** A form with photographs, which the browser makes small before it sends them. Without script it is a plain form. */
export function PhotoForm<E extends EndpointSpec>({ action, button, look = 'primary', children }: Props<E>) {
  const { busy, error, setBusy, setError, send } = usePost<E>();
  const faults = byField(error);
  const { ref, onInput, forget } = useKeptTyped(action);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const chosen = typed.getAll(FIELD).filter((one): one is File => one instanceof File && one.size > 0);
    typed.delete(FIELD);
    const refuse = (message: string) => {
      setBusy(false);
      setError({ message, errors: [{ field: FIELD, message }], code: 'INVALID' });
    };
    if (chosen.length > TICKET_PHOTOS.maxCount)
      return refuse(`Elige como máximo ${TICKET_PHOTOS.maxCount} fotografías.`);
    setBusy(true);
    if (chosen.length > 0) {
      const { PictureError, prepareFiles } = await import('#web/customer/lib/pictures.ts');
      try {
        for (const file of await prepareFiles(chosen)) typed.append(FIELD, file);
      } catch (failure) {
        if (!(failure instanceof PictureError)) throw failure;
        return refuse(failure.message);
      }
    }
    const outcome = await send(action, typed);
    if (!outcome.ok) return;
    forget();
    openAgain(outcome.answer as { success?: string });
  }

  return (
    <form
      className={styles.form}
      ref={ref}
      method="post"
      action={action}
      encType="multipart/form-data"
      onInput={onInput}
      onSubmit={(event) => void submit(event)}
    >
      <CsrfField />
      <ErrorSummary error={error} />
      {children(faults)}
      <FileInput
        label="Fotografías"
        name={FIELD}
        accept="image/jpeg,image/png,image/webp,.heic,.heif"
        hint={`Hasta ${TICKET_PHOTOS.maxCount}.`}
        error={faults[FIELD]}
        multiple
      />
      <Button type="submit" wide busy={busy} look={look}>
        {button}
      </Button>
    </form>
  );
}
