import type { givePermit } from '#contract/purchase/endpoints.ts';
import type { myPurchasePage } from '#contract/purchase/pages.ts';
import type { PageProps } from '#contract/page.ts';
import { ActForm } from '../../components/ActForm.tsx';
import styles from './MyBanks.module.css';

type Permit = PageProps<typeof myPurchasePage>['data']['permits'][number];

/** What the purchase still needs the buyer's leave for: the very text, and its button. */
export function MyPermits({ saleId, permits }: { saleId: number; permits: readonly Permit[] }) {
  if (permits.length === 0) return null;
  return (
    <section id="permisos" className={styles.banks} aria-labelledby="titulo-permisos">
      <h2 id="titulo-permisos">{permits.length === 1 ? 'Tu permiso' : 'Tus permisos'}</h2>
      {permits.map(({ kind, text }) => (
        <ActForm<typeof givePermit>
          key={kind}
          action={`/clientes/mi-compra/${saleId}/permiso`}
          button={kind === 'datos' ? 'Acepto' : 'Autorizo'}
        >
          <input type="hidden" name="permiso" value={kind} />
          <p>{text}</p>
        </ActForm>
      ))}
      <p>
        <a href="/privacidad" target="_blank" rel="noopener">
          Leer la página de privacidad<span className="sr-only"> (abre otra ventana)</span>
        </a>
      </p>
    </section>
  );
}
