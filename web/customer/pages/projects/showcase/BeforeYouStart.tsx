import { formatMoney } from '#contract/money.ts';
import styles from './BeforeYouStart.module.css';

const needs = (separationCents: number) => [
  {
    title: 'Unos 10 minutos y tu celular',
    text: 'Con tu nombre, tu celular y tu correo ya apartas el lote mientras llenas lo demás. Lo que escribes se guarda solo.',
  },
  {
    title: 'Tu cédula, por los dos lados',
    text: 'Le tomas la foto ahí mismo. También sirve tu pasaporte.',
  },
  {
    title: 'Tus comprobantes de ingresos',
    text: 'Asalariado: última ficha de la Caja de Seguro Social, último talonario y carta de trabajo de menos de 30 días. Independiente o jubilado: la página te dice cuáles.',
  },
  { title: 'Un recibo de luz o de agua', text: 'Del lugar donde vives hoy.' },
  {
    title: `${formatMoney(separationCents)} de separación`,
    text: 'No los pagas al empezar: al enviar tu formulario tienes tiempo para hacer la transferencia. Son parte del precio.',
  },
];

/** What a buyer prepares before the form. Nothing of it is needed to begin. */
export function BeforeYouStart({ separationCents }: { separationCents: number }) {
  return (
    <>
      <ul className={styles.needs}>
        {needs(separationCents).map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={styles.note}>¿Te falta algo? Empieza igual: los documentos se pueden subir después.</p>
    </>
  );
}
