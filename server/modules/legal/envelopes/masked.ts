import { maskPhone } from '#server/kernel/mask.ts';

/** Where a code or link goes, as the signer and the evidence read it: l•••@g•••.com, or the end of the phone. */
export const maskedContact = ({ email, phone }: { email: string | null; phone: string }): string =>
  email?.replace(/^(.)[^@]*@(.).*?(\.[^.]*)?$/, '$1•••@$2•••$3') ?? maskPhone(phone);
