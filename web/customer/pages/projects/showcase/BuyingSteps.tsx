import { IconFileCheck, IconHomeHeart, IconKey, IconSignature } from '@tabler/icons-react';
import styles from './BuyingSteps.module.css';

const STEPS = [
  {
    icon: IconHomeHeart,
    title: 'Elige',
    text: 'Mira los modelos, el precio y la letra mensual. Elige tu lote.',
  },
  {
    icon: IconSignature,
    title: 'Sepárala',
    text: 'Llena tus datos, firma en la pantalla y paga la separación. El lote queda para ti.',
  },
  {
    icon: IconFileCheck,
    title: 'Arma tus documentos',
    text: 'Toma las fotos con tu celular. Nosotros las revisamos y las llevamos al banco.',
  },
  {
    icon: IconKey,
    title: 'Recibe tus llaves',
    text: 'Ves cada paso en «Mi compra», hasta el día de la entrega.',
  },
];

/** The steps of a purchase, with four icons and short texts. */
export function BuyingSteps() {
  return (
    <ol className={styles.steps}>
      {STEPS.map(({ icon: Icon, title, text }, at) => (
        <li key={title}>
          <span className={styles.icon}>
            <Icon size={28} stroke={1.6} aria-hidden />
          </span>
          <h3>
            {at + 1}. {title}
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
