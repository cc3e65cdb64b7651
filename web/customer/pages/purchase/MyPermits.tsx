import type { FormEvent } from 'react';
import type { givePermit } from '#contract/purchase/endpoints.ts';
import type { myPurchasePage } from '#contract/purchase/pages.ts';
import type { PageProps } from '#contract/page.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorSummary } from '../../components/ErrorSummary.tsx';
import { usePost } from '../../lib/usePost.ts';
import { CsrfField } from '../../PageFrame.tsx';
import styles from './MyBanks.module.css';

type Permit = PageProps<typeof myPurchasePage>['data']['permits'][number];

/** What the purchase still needs the buyer's leave for: the very text, and its button. */
export function MyPermits({ saleId, permits }: { saleId: number; permits: readonly Permit[] }) {
  if (permits.length === 0) return null;
  return (
    <section id="permisos" className={styles.banks} aria-labelledby="titulo-permisos">
      <h2 id="titulo-permisos">{permits.length === 1 ? 'Tu permiso' : 'Tus permisos'}</h2>
      {permits.map((permit) => (
        <PermitForm key={permit.kind} saleId={saleId} permit={permit} />
      ))}
      <p>
        <a href="/privacidad" target="_blank" rel="noopener">
          Leer la página de privacidad<span className="sr-only"> (abre otra ventana)</span>
        </a>
      </p>
    </section>
  );
}

function PermitForm({ saleId, permit }: { saleId: number; permit: Permit }) {
  const { busy, error, send } = usePost<typeof givePermit>();
  const action = `/clientes/mi-compra/${saleId}/permiso` as const;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const outcome = await send(action, new FormData(event.currentTarget));
    if (outcome.ok) location.assign(location.pathname);
  }

  return (
    <form
      className={styles.banks}
      method="post"
      action={action}
      encType="multipart/form-data"
      onSubmit={(event) => void submit(event)}
    >
      <CsrfField />
      <ErrorSummary error={error} />
      <input type="hidden" name="permiso" value={permit.kind} />
      <p>{permit.text}</p>
      <Button type="submit" wide busy={busy}>
        {permit.kind === 'datos' ? 'Acepto' : 'Autorizo'}
      </Button>
    </form>
  );
}
