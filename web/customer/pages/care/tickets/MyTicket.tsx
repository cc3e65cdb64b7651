import type {
  answerMine,
  answerQuote,
  MyTicket as Ticket,
  writeOnMine,
} from '#contract/care/tickets/mine.ts';
import { clockTime, dayText, longDay, panamaDay, panamaTime } from '#contract/dates.ts';
import { ActForm } from '#web/customer/components/ActForm.tsx';
import { Field, FieldScope, TextField } from '#web/customer/components/Field.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { PhotoForm } from './PhotoForm.tsx';
import styles from './HelpPage.module.css';

/** One request: how it goes, what was written, and what its family may do. */
export function MyTicket({ ticket }: { ticket: Ticket }) {
  const { id, code, title, text, told, tone, since, openedAt, who, usualDays } = ticket;
  const { contractor, visit, cover, quoteCents, may } = ticket;
  const answer = `/clientes/tickets/${id}/respuesta` as const;
  const heading = `ticket-${id}`;
  return (
    <FieldScope value={`t${id}_`}>
      <article className={styles.ticket} aria-labelledby={heading}>
        <h3 id={heading}>{title}</h3>
        <p>
          <span className={`${styles.state} ${styles[tone]}`}>{told}</span>
        </p>
        <p className={styles.dim}>
          {code} · pedido el {dayText(panamaDay(openedAt))} · así desde el {dayText(panamaDay(since))}
        </p>
        {(who ?? usualDays) !== null && (
          <p>
            {who && `Lo tiene ${who}. `}
            {usualDays !== null && `Lo normal es ${usualDays === 1 ? 'un día' : `${usualDays} días`}.`}
          </p>
        )}
        {contractor && (
          <p>
            {contractor.name} hace el trabajo. {contractor.told}
          </p>
        )}
        {visit && (
          <p>
            Te visita {visit.who}:{' '}
            <a href={visit.href}>
              {longDay(panamaDay(visit.at))}, {clockTime(panamaTime(visit.at))}
            </a>
          </p>
        )}
        {cover && <p>{cover}</p>}
        {quoteCents !== null && (
          <p>
            Cotización: <Money cents={quoteCents} />
            {ticket.quoteAccepted !== null &&
              (ticket.quoteAccepted ? '. La aceptaste.' : '. No la aceptaste.')}
          </p>
        )}
        {may.quote && quoteCents !== null && (
          <>
            <QuoteForm id={id} cents={quoteCents} accepts />
            <QuoteForm id={id} cents={quoteCents} accepts={false} />
          </>
        )}
        {text && <p className={styles.text}>{text}</p>}
        <Photos photos={ticket.photos} />
        {ticket.messages.length > 0 && (
          <ol className={styles.messages} aria-label={`Mensajes de ${code}`}>
            {ticket.messages.map((one) => (
              <li key={one.id} className={one.mine ? styles.mine : styles.theirs}>
                <p className={styles.dim}>
                  {one.mine ? 'Tú' : (one.who ?? 'La empresa')}, {dayText(panamaDay(one.at))}
                </p>
                <p className={styles.text}>{one.text}</p>
                <Photos photos={one.photos} />
              </li>
            ))}
          </ol>
        )}
        {may.confirm && (
          <ActForm<typeof answerMine> action={answer} button="Quedó resuelto">
            <input type="hidden" name="resuelto" value="1" />
          </ActForm>
        )}
        {may.reopenUntil && (
          <details className={styles.more}>
            <summary>Sigue el problema</summary>
            <ActForm<typeof answerMine> action={answer} button="Pedir que lo vuelvan a ver" look="secondary">
              <input type="hidden" name="resuelto" value="0" />
              <TextField
                label="¿Qué sigue mal?"
                name="motivo"
                hint={`Puedes pedirlo hasta el ${dayText(may.reopenUntil)}.`}
                maxLength={500}
                required
              />
            </ActForm>
          </details>
        )}
        {may.write && (
          <details className={styles.more}>
            <summary>Escribir un mensaje</summary>
            <PhotoForm<typeof writeOnMine>
              action={`/clientes/tickets/${id}/mensajes`}
              button="Enviar mensaje"
              look="secondary"
            >
              {(faults) => (
                <Field label="Tu mensaje" name="texto" error={faults['texto']} required>
                  {(binding) => <textarea {...binding} rows={3} maxLength={4000} />}
                </Field>
              )}
            </PhotoForm>
          </details>
        )}
      </article>
    </FieldScope>
  );
}

const QuoteForm = ({ id, cents, accepts }: { id: number; cents: number; accepts: boolean }) => (
  <ActForm<typeof answerQuote>
    action={`/clientes/tickets/${id}/cotizacion`}
    button={accepts ? 'Acepto la cotización' : 'No la acepto'}
    look={accepts ? 'primary' : 'secondary'}
  >
    <input type="hidden" name="acepta" value={accepts ? '1' : '0'} />
    <input type="hidden" name="centavos" value={cents} />
  </ActForm>
);

function Photos({ photos }: Pick<Ticket, 'photos'>) {
  if (photos.length === 0) return null;
  return (
    <div className={styles.photos}>
      {photos.map(({ id, url }, at) => (
        <a key={id} href={url} target="_blank" rel="noopener">
          <img src={url} alt={`Fotografía ${at + 1}`} loading="lazy" />
        </a>
      ))}
    </div>
  );
}
