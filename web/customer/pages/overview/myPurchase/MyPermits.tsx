import type { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import type { PageProps } from '#contract/page.ts';
import type { Look } from '#web/customer/components/Button.tsx';
import { PermitForms } from '#web/customer/pages/sales/purchase/PermitForms.tsx';
import styles from '#web/customer/components/Spaced.module.css';
import { PrivacyLink } from '#web/customer/components/PrivacyLink.tsx';

type Permit = PageProps<typeof myPurchasePage>['data']['permits'][number];

/** The consents that the purchase still needs: the full text of each, and its button. */
export function MyPermits({
  saleId,
  permits,
  look,
}: {
  saleId: number;
  permits: readonly Permit[];
  look: Look;
}) {
  if (permits.length === 0) return null;
  return (
    <section id="permisos" className={styles.spaced} aria-labelledby="titulo-permisos">
      <h2 id="titulo-permisos">{permits.length === 1 ? 'Tu permiso' : 'Tus permisos'}</h2>
      <PermitForms saleId={saleId} permits={permits} look={look} />
      <p>
        <PrivacyLink />
      </p>
    </section>
  );
}
