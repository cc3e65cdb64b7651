import { useState, type FormEvent } from 'react';
import { ASK_PATH, QUESTION_LEFT, type askPage, type leaveQuestion } from '#contract/care/chatbot/ask.ts';
import { QUESTION_MAX } from '#contract/care/chatbot/rules.ts';
import type { FieldError } from '#contract/errors.ts';
import type { PageProps } from '#contract/page.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { TickBox } from '#web/customer/components/Choices.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { TextField } from '#web/customer/components/Field.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { PrivacyLink } from '#web/customer/components/PrivacyLink.tsx';
import { contactFault, type ContactField } from '#web/customer/lib/contact.ts';
import { typed } from '#web/customer/lib/typed.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import styles from './AskPage.module.css';

/** Live records answer these, whatever the company has taught the assistant. */
const EXAMPLES = ['¿Cuánto cuestan las casas?', '¿Qué casas quedan disponibles?', '¿Cuándo entregan?'];
const ASKED_OF: readonly ContactField[] = ['nombre', 'celular'];

/** A visitor asks the assistant, and leaves for a person what it does not know. */
export function AskPage({ data }: PageProps<typeof askPage>) {
  const { serves, asked } = data;
  return (
    <Layout message={asked ? `Hola, quiero preguntar: ${asked.question}` : 'Hola, tengo una pregunta'}>
      <div className={styles.page}>
        <h1>¿Qué quieres saber?</h1>
        {serves && (
          <search>
            <form className={styles.ask} method="get" action={ASK_PATH}>
              <TextField
                label="Tu pregunta"
                name="q"
                autoComplete="off"
                maxLength={QUESTION_MAX}
                defaultValue={asked?.question}
                mark={false}
                required
              />
              <Button type="submit" wide>
                Preguntar
              </Button>
            </form>
          </search>
        )}
        {asked && (
          <Notice tone={asked.answered ? 'positive' : 'attention'} title={asked.question} announce="status">
            <p className={styles.answer}>{asked.text}</p>
            {asked.answered && <p className={styles.note}>Te respondió el asistente automático.</p>}
          </Notice>
        )}
        {serves && !asked && (
          <ul className={styles.examples} aria-label="Por ejemplo">
            {EXAMPLES.map((question) => (
              <li key={question}>
                <a href={`${ASK_PATH}?q=${encodeURIComponent(question)}`}>{question}</a>
              </li>
            ))}
          </ul>
        )}
        <ForAPerson {...data} open={data.left || !serves || asked?.answered === false} />
      </div>
    </Layout>
  );
}

function ForAPerson({
  asked,
  consentText,
  open,
  left,
}: PageProps<typeof askPage>['data'] & { open: boolean }) {
  const { busy, error, setError, send } = usePost<typeof leaveQuestion>();
  const [told, setTold] = useState(left ? QUESTION_LEFT : null);
  const hydrated = useHydrated();
  const faults = byField(error);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const errors = ASKED_OF.flatMap((field): FieldError[] => {
      const message = contactFault(field, typed(form, field));
      return message ? [{ field, message }] : [];
    });
    if (!form.has('consentimiento_datos'))
      errors.push({
        field: 'consentimiento_datos',
        message: 'Marca tu permiso para guardar tus datos.',
      });
    if (errors.length > 0) return setError({ message: '', code: 'INVALID', errors });
    const outcome = await send('/clientes/preguntas', form);
    if (outcome.ok) setTold(outcome.answer.success);
  }

  if (told) return <Notice tone="positive" title={told} announce="status" />;
  return (
    <details className={styles.person} open={open}>
      <summary>Que me responda una persona</summary>
      <form
        className={styles.form}
        method="post"
        action="/clientes/preguntas"
        encType="multipart/form-data"
        noValidate={hydrated}
        onSubmit={(event) => void submit(event)}
      >
        <CsrfField />
        <ErrorSummary error={error} />
        <TextField
          label="Pregunta"
          name="pregunta"
          autoComplete="off"
          maxLength={QUESTION_MAX}
          defaultValue={asked?.question}
          error={faults['pregunta']}
          required
        />
        <TextField
          label="Nombre completo"
          name="nombre"
          autoComplete="name"
          autoCapitalize="words"
          error={faults['nombre']}
          required
        />
        <TextField
          label="Celular"
          name="celular"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="6123-4567"
          error={faults['celular']}
          required
        />
        <TickBox name="consentimiento_datos" initial={false} error={faults['consentimiento_datos']}>
          {consentText} <PrivacyLink />
        </TickBox>
        <Button type="submit" wide busy={busy}>
          Enviar mi pregunta
        </Button>
      </form>
    </details>
  );
}
