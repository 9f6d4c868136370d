/** The verification providers (specification section 2.2). */

export const PROVIDERS = ['GOOGLE', 'LINKEDIN', 'GITHUB', 'DISCORD', 'TWITTER', 'REDDIT'] as const;
export type Provider = (typeof PROVIDERS)[number];
