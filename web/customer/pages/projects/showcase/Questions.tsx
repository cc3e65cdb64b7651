import { formatMoney } from '#contract/money.ts';
import styles from './Questions.module.css';

const questionsOf = (separationCents: number) => [
  {
    question: '¿Qué es la separación?',
    answer: `Son ${formatMoney(separationCents)} que apartan el lote para ti y forman parte del precio. Cuando llenas tus datos, el lote se te guarda 48 horas para que la pagues. Al confirmarse el pago queda tuyo 15 días, mientras armas tus documentos.`,
  },
  {
    question: '¿La letra mensual es segura?',
    answer:
      'Es un cálculo de referencia con el abono, el plazo y la tasa que ves en esta página. Donde dice «con interés preferencial», el Estado paga parte del interés los primeros años si calificas; después la letra se recalcula. El banco te confirma la tuya según tus ingresos.',
  },
  {
    question: '¿Y si dejo el formulario por la mitad?',
    answer:
      'Lo que ya escribiste queda guardado. Sigues después, en este celular o en otro, desde «Mi compra».',
  },
];

/** Frequent questions of buyers. */
export function Questions({ separationCents }: { separationCents: number }) {
  return (
    <div className={styles.questions}>
      {questionsOf(separationCents).map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <p>
        <a href="/preguntas">Tengo otra pregunta</a>
      </p>
    </div>
  );
}
