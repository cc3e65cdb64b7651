/** Why this is no address to sign in with; null when it may be one. */
export const mailFault = (email: string | null) =>
  /^\S+@\S+$/.test(email?.trim() ?? '') ? null : 'Escribe tu correo, por ejemplo ana@empresa.com.';
