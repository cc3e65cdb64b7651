import type { PageProps } from '#contract/page.ts';
import type { lostLinkPage } from '#contract/sales/purchase/pages.ts';
import { FindPurchase } from '#web/customer/components/FindPurchase.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { OtherPurchases } from './OtherPurchases.tsx';
import styles from './LostLinkPage.module.css';

/** "Perdí mi enlace". */
export function LostLinkPage({ data }: PageProps<typeof lostLinkPage>) {
  return (
    <Layout message="Hola, perdí el enlace de mi compra">
      <div className={styles.page}>
        <h1>Encuentra tu compra</h1>
        <OtherPurchases others={data.open} title="Abiertas en este celular" />
        <p className={styles.lead}>
          Escribe el celular o la cédula con que compraste. Te enviamos un código para entrar, al correo que
          nos diste.
        </p>
        <FindPurchase sentBefore={data.sent} onFound={(redirect) => location.assign(redirect)} />
        <p className={styles.note}>
          ¿Todavía no has comprado? <a href="/">Mira los proyectos</a>
        </p>
      </div>
    </Layout>
  );
}
