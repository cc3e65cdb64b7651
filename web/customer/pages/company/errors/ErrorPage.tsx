import { MESSAGES } from '#contract/errors.ts';
import type { PageProps, errorPage } from '#contract/page.ts';
import { ButtonLink } from '#web/customer/components/Button.tsx';
import { CodeForm } from '#web/customer/components/CodeForm.tsx';
import { FindPurchase } from '#web/customer/components/FindPurchase.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import styles from './ErrorPage.module.css';

const TITLES: Record<number, string> = {
  401: MESSAGES.UNAUTHENTICATED,
  403: MESSAGES.FORBIDDEN,
  404: 'No encontramos esta página',
  409: 'Algo cambió mientras tanto',
  410: 'Este enlace ya terminó',
  413: 'El archivo es demasiado grande',
  422: MESSAGES.INVALID_CUSTOMER,
  429: 'Demasiados intentos seguidos',
};
const TEXTS: Record<number, string> = {
  401: 'Abre el enlace de tu correo, o busca tu compra con tu celular o tu cédula: te enviamos un código al correo que nos diste.',
  403: 'Puede que la compra esté abierta en otro celular. Búscala aquí y entra con un código.',
  404: 'Puede que la dirección esté incompleta, o que lo que buscas ya no esté.',
};

/** What a status says when nobody said more. */
const GENERAL: ReadonlySet<string> = new Set(Object.values(MESSAGES));

const OF_A_CODE = /^\/clientes\/codigo(\/confirmar)?$/;
const OF_A_PURCHASE = /^\/(clientes|tramites)\//;
/** The page of an expired link has no content to return to, so continue at the purchase. */
const OLD_LINK = '/clientes/enlace-vencido';
const goOn = (redirect: string) =>
  location.pathname === OLD_LINK ? location.assign(redirect) : location.reload();

/** Every error in the buyer's words: what happened, and what to do. */
export function ErrorPage({ data }: PageProps<typeof errorPage>) {
  const { status, message, errors, requestId, retryAfter, way, form } = data;
  const hydrated = useHydrated();
  // If this browser has lost the purchase, the page offers to find it again.
  const lost = status === 401 || (status === 404 && hydrated && OF_A_PURCHASE.test(location.pathname));
  // Shows the code form again with the typed values and the error at its field.
  const codeOf = form && OF_A_CODE.test(form.action) ? Number(form.typed['precontrato_id']) : 0;
  const title = TITLES[status] ?? MESSAGES.INTERNAL;
  // A refusal with words of its own says more than the status.
  const text = GENERAL.has(message) ? (TEXTS[status] ?? message) : message;
  return (
    <Layout message="Hola, tuve un problema en la página">
      <div className={styles.page}>
        <h1>{title}</h1>
        {text !== title && <p>{text}</p>}
        {errors.length > 0 && !codeOf && (
          <ul className={styles.list}>
            {errors.map((error) => (
              <li key={`${error.field} ${error.message}`}>{error.message}</li>
            ))}
          </ul>
        )}
        {retryAfter !== null && <p>Puedes intentarlo otra vez en {waitText(retryAfter)}.</p>}
        {errors.length > 0 && !codeOf && (
          <p>Vuelve con el botón «Atrás» de tu navegador: lo que escribiste sigue ahí.</p>
        )}
        <div className={styles.actions}>
          {codeOf ? (
            <CodeForm
              saleId={codeOf}
              askLabel="Enviar otro código"
              refused={{ errors, typed: form?.typed['clave'] ?? '' }}
              onDone={() => location.assign('/clientes/siguiente')}
            />
          ) : way ? (
            <ButtonLink href={way.href}>{way.text}</ButtonLink>
          ) : lost ? (
            <FindPurchase onFound={goOn} />
          ) : status === 403 ? (
            <ButtonLink href="/clientes/siguiente">Buscar mi compra</ButtonLink>
          ) : (
            <ButtonLink href="/">Ver los proyectos</ButtonLink>
          )}
        </div>
        {status >= 500 && <p className={styles.id}>Si nos escribes, dinos este número: {requestId}</p>}
      </div>
    </Layout>
  );
}

const waitText = (seconds: number) =>
  seconds < 90 ? `${seconds} segundos` : `${Math.ceil(seconds / 60)} minutos`;
