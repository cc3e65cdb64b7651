import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isMobile, reachUrl } from '#contract/phone.ts';
import { useSite } from '../PageFrame.tsx';
import { Logo } from './Logo.tsx';
import { Told } from './Told.tsx';
import styles from './Layout.module.css';

interface Props {
  children: ReactNode;
  /** Digits for WhatsApp: the project's seller, else the company. */
  phone?: string | null;
  /** Start of the buyer's WhatsApp message, so that the seller knows the topic. */
  message?: string;
}

/** Header with the WhatsApp button, and footer, of every customer page. Nothing floats over the content. */
export function Layout({ children, phone, message }: Props) {
  const site = useSite();
  const digits = phone ?? site.phone;
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#contenido">
        Ir al contenido
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <a className={styles.home} href="/">
            {site.logo ? <img className={styles.logo} src={site.logo} alt="" /> : <Logo />}
            <span>{site.company}</span>
          </a>
          <nav aria-label="Principal" className={styles.links}>
            {digits && (
              <a
                className={styles.whatsapp}
                href={reachUrl(digits, message)}
                {...(isMobile(digits) && { target: '_blank', rel: 'noopener' })}
              >
                {isMobile(digits) ? (
                  <>
                    <IconBrandWhatsapp size={24} stroke={1.8} aria-hidden />
                    <span>
                      <span className="sr-only">Escríbenos por </span>
                      <span className={styles.word}>WhatsApp</span>
                      <span className="sr-only"> (abre otra ventana)</span>
                    </span>
                  </>
                ) : (
                  <>
                    <IconPhone size={24} stroke={1.8} aria-hidden />
                    <span className={styles.word}>Llámanos</span>
                  </>
                )}
              </a>
            )}
            <a className={styles.nav} href="/clientes/siguiente">
              Mi compra
            </a>
          </nav>
        </div>
      </header>
      <main id="contenido" className={styles.main} tabIndex={-1}>
        <Told />
        {children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.bar}>
          <p>{site.legalName}</p>
          <nav aria-label="Pie de página">
            <a href="/">Proyectos</a>
            <a href="/preguntas">Preguntas</a>
            <a href="/privacidad">Privacidad</a>
          </nav>
        </div>
      </footer>
    </div>
  );
}
