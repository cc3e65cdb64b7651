import type { answerSurvey, surveyPage } from '#contract/care/survey/pages.ts';
import { REASONS } from '#contract/care/survey/rules.ts';
import type { PageProps } from '#contract/page.ts';
import { ActForm } from '#web/customer/components/ActForm.tsx';
import { Choices } from '#web/customer/components/Choices.tsx';
import { Field } from '#web/customer/components/Field.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { Select } from '#web/customer/components/Select.tsx';

const SCORES = Array.from({ length: 11 }, (_, score) => ({ value: String(score), label: String(score) }));

/** One question about a delivery or a ticket, or the thanks for its answer. */
export function SurveyPage({ data }: PageProps<typeof surveyPage>) {
  const { token, state, about, project } = data;
  return (
    <Layout message={`Hola, es sobre mi casa en ${project}`}>
      <h1>{about === 'entrega' ? 'La entrega de tu casa' : 'Lo que nos pediste'}</h1>
      {state === 'respondida' && (
        <Notice tone="positive" title="¡Gracias por responder!">
          <p>Tu respuesta nos ayuda a mejorar.</p>
        </Notice>
      )}
      {state === 'vencida' && (
        <Notice tone="attention" title="Esta encuesta ya terminó">
          <p>Si quieres contarnos algo, escríbenos por WhatsApp.</p>
        </Notice>
      )}
      {state === 'abierta' && (
        <ActForm<typeof answerSurvey> action={`/encuesta/${token}`} button="Enviar" quiet>
          <Choices
            label={`¿Qué tan probable es que recomiendes ${project}?`}
            name="nota"
            hint="0 es nada probable y 10 es seguro que sí."
            options={SCORES}
            across
            required
          />
          <Select
            label="¿Qué pesó más en tu nota?"
            name="motivo"
            initial=""
            empty="Elige una"
            options={Object.entries(REASONS).map(([value, label]) => ({ value, label }))}
            required
          />
          <Field label="¿Quieres contarnos más?" name="comentario">
            {(binding) => <textarea {...binding} rows={4} maxLength={1000} />}
          </Field>
        </ActForm>
      )}
    </Layout>
  );
}
