import { Anchor } from '@mantine/core';
import { isMobile, showPhone, whatsappDigits } from '../lib/format.ts';

/** A phone number to call, plus WhatsApp if it can be a mobile. */
export function PhoneLinks({ phone, size }: { /** E.164 */ phone: string; size?: 'sm' }) {
  return (
    <span className="figures">
      <Anchor href={`tel:${phone}`} underline="always" {...(size && { size })}>
        {showPhone(phone)}
      </Anchor>
      {isMobile(phone) && (
        <>
          {' · '}
          <Anchor
            href={`https://wa.me/${whatsappDigits(phone)}`}
            target="_blank"
            rel="noopener noreferrer"
            underline="always"
            {...(size && { size })}
          >
            WhatsApp
          </Anchor>
        </>
      )}
    </span>
  );
}
