import { dayText, longDay } from '#contract/dates.ts';
import type { verifyMine } from '#contract/care/handover/endpoints.ts';
import type { MyHandover as Handover } from '#contract/care/handover/mine.ts';
import { COVERS } from '#contract/care/covers/parts.ts';
import { ActForm } from '#web/customer/components/ActForm.tsx';
import { TextField } from '#web/customer/components/Field.tsx';
import styles from './MyHandover.module.css';

type Item = Handover['items'][number];

/** The delivery of the house: the day, what is pending, the warranty with its clocks, and what to download. */
export function MyHandover({ handover }: { handover: Handover }) {
  const { stage, scheduledOn, deliveredOn, book, items, clocks, documents } = handover;
  return (
    <section id="entrega" className={styles.handover} aria-labelledby="titulo-entrega">
      <h2 id="titulo-entrega">{deliveredOn ? 'Tu casa y su garantía' : 'La entrega de tu casa'}</h2>
      <p>{wordsOf(stage, scheduledOn, deliveredOn)}</p>
      {book && (
        <p>
          <a href={book}>Elegir otro día en el calendario</a>
        </p>
      )}
      {items.length > 0 && (
        <>
          <h3>Pendientes</h3>
          <ul className={styles.list}>
            {items.map((one) => (
              <li key={one.id}>
                <Pending item={one} delivered={deliveredOn !== null} />
              </li>
            ))}
          </ul>
        </>
      )}
      {clocks.length > 0 && (
        <>
          <h3>Tu garantía</h3>
          <ul className={styles.list}>
            {clocks.map(({ cover, until, state }) => (
              <li key={cover} className={styles.row}>
                <span>{COVERS[cover]}</span>
                <span>
                  {state === 'vencida' ? 'Terminó el ' : 'Hasta el '}
                  {dayText(until)}
                  {state === 'por_vencer' && ': termina pronto, avísanos antes'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {documents.length > 0 && (
        <>
          <h3>Para tu casa</h3>
          <ul>
            {documents.map(({ name, href }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function wordsOf(stage: Handover['stage'], scheduledOn: string, deliveredOn: string | null): string {
  switch (stage) {
    case 'programada':
      return `Te esperamos el ${longDay(scheduledOn)} para revisarla contigo. Trae tu cédula y tu celular.`;
    case 'inspeccion':
      return 'Ya la revisamos contigo. Estamos preparando el acta que vas a firmar.';
    case 'firmar':
      return 'Tu acta está lista: fírmala y recibes las llaves.';
    case 'rechazada':
      return 'No la recibiste: la lista quedó guardada y te avisamos el día de la próxima revisión.';
    default:
      return `La recibiste el ${dayText(deliveredOn ?? scheduledOn)}. Desde ese día corre tu garantía.`;
  }
}

function Pending({ item, delivered }: { item: Item; delivered: boolean }) {
  const own = `/clientes/entrega/pendientes/${item.id}` as const;
  return (
    <>
      <div className={styles.row}>
        <span>
          {item.place}: {item.text}
        </span>
        <span className={styles.dim}>
          {item.state === 'listo'
            ? 'Listo'
            : item.state === 'corregido'
              ? 'Corregido: confírmalo tú'
              : delivered
                ? `Lo corregimos a más tardar el ${dayText(item.dueOn)}`
                : 'Por corregir'}
        </span>
      </div>
      {item.photos.length > 0 && (
        <div className={styles.photos}>
          {item.photos.map((src, at) => (
            <a key={src} href={src} target="_blank" rel="noopener">
              <img src={src} alt={`Corregido, fotografía ${at + 1}`} loading="lazy" />
            </a>
          ))}
        </div>
      )}
      {item.state === 'corregido' && (
        <>
          <ActForm<typeof verifyMine> action={own} button="Quedó bien">
            <input type="hidden" name="bien" value="1" />
          </ActForm>
          <details>
            <summary>Todavía no está bien</summary>
            <ActForm<typeof verifyMine> action={own} button="Pedir que lo revisen" look="secondary">
              <input type="hidden" name="bien" value="0" />
              <TextField label="¿Qué falta?" name="motivo" maxLength={500} />
            </ActForm>
          </details>
        </>
      )}
    </>
  );
}
