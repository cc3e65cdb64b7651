import type { FormEvent } from 'react';
import type { verifyDocument } from '#contract/legal/verification/endpoints.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { FileInput } from '#web/customer/components/FileInput.tsx';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import styles from './verification.module.css';

const NOTHING = 'Elige el PDF que quieres verificar.';

/** Chooses or drops a PDF; works as a plain form, too. */
export function UploadForm({ again }: { again: boolean }) {
  const { busy, error, setError, send } = usePost<typeof verifyDocument>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get('documento');
    if (!(file instanceof File) || file.size === 0)
      return setError({
        message: NOTHING,
        code: 'INVALID',
        errors: [{ field: 'documento', message: NOTHING }],
      });
    const outcome = await send('/verificar', form);
    if (outcome.ok) location.assign(outcome.answer.redirect);
  }

  return (
    <form
      className={styles.form}
      method="post"
      action="/verificar"
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <CsrfField />
      <ErrorSummary error={error} />
      <FileInput
        label={again ? 'Verificar otro PDF' : 'El PDF'}
        name="documento"
        accept=".pdf,application/pdf"
        required
        mark={false}
        hint="Suéltalo aquí o elígelo. Hasta 25 MB."
        error={byField(error)['documento']}
      />
      <Button type="submit" wide busy={busy}>
        Verificar
      </Button>
    </form>
  );
}
