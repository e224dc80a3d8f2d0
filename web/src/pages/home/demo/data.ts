/** The demo: a small insurer, told in the language of whoever loads it. Days count from the day of loading. */

/** English, then French. */
export type Words = [string, string]

export const COMPANY: Words = ['Harbour Insurance (demo)', 'Assurances du Port (démo)']
export const ABOUT: Words = [
  'Made-up data for trying things out. Everything in it carries the label “cairn-demo” and goes away with this domain.',
  'Des données inventées pour essayer. Tout y porte l’étiquette « cairn-demo » et disparaît avec ce domaine.',
]
export const PARTS: Words[] = [
  ['Claims', 'Sinistres'],
  ['Technology', 'Informatique'],
]
export const TEAM: Words = ['Security team', 'Équipe sécurité']

export interface Asset {
  name: Words
  primary?: boolean
  part: number
  /** Which of the assets before it supports, by position. */
  supports?: number[]
  confidentiality?: number
}

export const ASSETS: Asset[] = [
  { name: ['Claims handling', 'Gestion des sinistres'], primary: true, part: 0, confidentiality: 3 },
  { name: ['Policy administration', 'Gestion des contrats'], primary: true, part: 0, confidentiality: 3 },
  { name: ['Customer portal', 'Espace client'], primary: true, part: 0, confidentiality: 2 },
  { name: ['Claims application', 'Application sinistres'], part: 1, supports: [0] },
  { name: ['Policy ledger', 'Registre des contrats'], part: 1, supports: [1] },
  { name: ['Web front', 'Front web'], part: 1, supports: [2] },
  { name: ['Document archive', 'Archive documentaire'], part: 1, supports: [0, 1] },
  { name: ['Identity provider', 'Fournisseur d’identité'], part: 1, supports: [3, 4, 5] },
  { name: ['Database cluster', 'Grappe de bases de données'], part: 1, supports: [3, 4] },
  { name: ['Backup vault', 'Coffre de sauvegarde'], part: 1, supports: [8, 6] },
  { name: ['Data centre north', 'Centre de données nord'], part: 1, supports: [8, 7] },
  { name: ['Payment provider', 'Prestataire de paiement'], part: 1, supports: [0] },
]

export interface Control {
  name: Words
  status: string
  priority: number
  category: string
  function: string
  effort: string
  impact: number
  progress?: number
  /** Days from today: start, in force by, expires. */
  start?: number
  eta?: number
  expiry?: number
  assets: number[]
  evidence?: number
  mine?: boolean
}

const control = (
  name: Words,
  status: string,
  priority: number,
  [category, csf, effort, impact]: [string, string, string, number],
  more: Partial<Control>,
): Control => ({ name, status, priority, category, function: csf, effort, impact, assets: [], ...more })

export const CONTROLS: Control[] = [
  control(
    ['Multi-factor sign-in for everyone', 'Authentification multifacteur pour tous'],
    'in_progress',
    1,
    ['technical', 'protect', 'M', 5],
    { progress: 60, start: -60, eta: -8, assets: [7, 2], mine: true },
  ),
  control(
    ['Restore test of backups each quarter', 'Test trimestriel de restauration'],
    'active',
    1,
    ['process', 'recover', 'S', 4],
    { start: -200, eta: -120, expiry: 20, assets: [9], evidence: 1, mine: true },
  ),
  control(
    ['Patch within 14 days', 'Correctifs sous 14 jours'],
    'degraded',
    1,
    ['process', 'protect', 'M', 4],
    { start: -300, assets: [3, 4, 5] },
  ),
  control(
    ['Review of access rights', 'Revue des droits d’accès'],
    'to_do',
    2,
    ['process', 'govern', 'M', 3],
    { start: 5, eta: 25, assets: [7], evidence: 2, mine: true },
  ),
  control(
    ['Encryption of the archive', 'Chiffrement de l’archive'],
    'to_do',
    2,
    ['technical', 'protect', 'L', 4],
    { start: 20, eta: 90, assets: [6] },
  ),
  control(['Network zones', 'Zones réseau'], 'in_progress', 2, ['technical', 'protect', 'XL', 4], {
    progress: 30,
    start: -40,
    eta: 60,
    assets: [10, 8],
  }),
  control(
    ['Central log and alerts', 'Journal central et alertes'],
    'in_progress',
    1,
    ['technical', 'detect', 'L', 5],
    { progress: 45, start: -30, eta: 12, assets: [8, 5], mine: true },
  ),
  control(
    ['Incident plan with roles', 'Plan d’incident avec rôles'],
    'active',
    2,
    ['policy', 'respond', 'S', 4],
    { start: -150, eta: -100, expiry: 200, assets: [0, 1], evidence: 3 },
  ),
  control(
    ['Yearly exercise of a crisis', 'Exercice de crise annuel'],
    'on_hold',
    3,
    ['process', 'respond', 'M', 3],
    { eta: 150, assets: [0] },
  ),
  control(
    ['Security in contracts with suppliers', 'Sécurité dans les contrats fournisseurs'],
    'to_do',
    3,
    ['policy', 'govern', 'M', 3],
    { start: 30, eta: 120, assets: [11] },
  ),
  control(
    ['Awareness training', 'Formation de sensibilisation'],
    'active',
    3,
    ['process', 'protect', 'S', 3],
    { start: -250, eta: -180, expiry: 100, assets: [2], evidence: 4 },
  ),
  control(['Second data centre', 'Second centre de données'], 'to_do', 4, ['physical', 'recover', 'XL', 5], {
    start: 60,
    eta: 300,
    assets: [10],
  }),
  control(
    ['Secure development rules', 'Règles de développement sûr'],
    'active',
    2,
    ['policy', 'protect', 'M', 4],
    { start: -330, eta: -260, expiry: -5, assets: [3, 5] },
  ),
  control(
    ['Old mail filter', 'Ancien filtre de messagerie'],
    'deprecated',
    4,
    ['technical', 'protect', 'S', 2],
    { assets: [] },
  ),
]

export interface Evidence {
  name: Words
  status: string
  expiry: number
  /** A file that is put on it. */
  file?: { name: string; type: string; text: Words }
  mine?: boolean
}

export const EVIDENCE: Evidence[] = [
  {
    name: ['Penetration test report', 'Rapport de test d’intrusion'],
    status: 'approved',
    expiry: 180,
    file: {
      name: 'report.md',
      type: 'text/markdown',
      text: [
        '# Penetration test\n\nThe portal and its interfaces were tested for **five days**.\n\n| severity | found | open |\n|---|---|---|\n| high | 2 | 1 |\n| medium | 4 | 2 |\n| low | 7 | 3 |\n\n## What stood out\n\n- Sessions outlive the sign-out.\n- An old protocol is still spoken at the partner gateway.\n',
        '# Test d’intrusion\n\nLe portail et ses interfaces ont été testés pendant **cinq jours**.\n\n| gravité | trouvés | ouverts |\n|---|---|---|\n| haute | 2 | 1 |\n| moyenne | 4 | 2 |\n| basse | 7 | 3 |\n\n## Ce qui ressort\n\n- Les sessions survivent à la déconnexion.\n- Un ancien protocole est encore parlé à la passerelle partenaires.\n',
      ],
    },
  },
  {
    name: ['Protocol of the restore test', 'Procès-verbal du test de restauration'],
    status: 'approved',
    expiry: 14,
    mine: true,
    file: {
      name: 'restore.csv',
      type: 'text/csv',
      text: [
        'system;started;ended;data lost (minutes)\nPolicy ledger;08:00;09:12;4\nClaims application;09:30;10:05;2\nDocument archive;10:30;13:48;0\n',
        'système;début;fin;données perdues (minutes)\nRegistre des contrats;08:00;09:12;4\nApplication sinistres;09:30;10:05;2\nArchive documentaire;10:30;13:48;0\n',
      ],
    },
  },
  {
    name: ['Review of access rights, last quarter', 'Revue des droits, dernier trimestre'],
    status: 'in_review',
    expiry: 60,
    mine: true,
    file: {
      name: 'review.txt',
      type: 'text/plain',
      text: [
        '412 accounts looked at.\n17 removed, 9 reduced.\nSigned: head of technology.\n',
        '412 comptes examinés.\n17 supprimés, 9 réduits.\nSigné : directeur informatique.\n',
      ],
    },
  },
  { name: ['Incident plan', 'Plan d’incident'], status: 'approved', expiry: 240 },
  { name: ['Attendance of the training', 'Présence à la formation'], status: 'missing', expiry: -6 },
  {
    name: ['Contract with the payment provider', 'Contrat avec le prestataire de paiement'],
    status: 'draft',
    expiry: 25,
  },
]

export const REVIEW: Words = ['Penetration test of the portal', 'Test d’intrusion du portail']

export interface Finding {
  name: Words
  severity: number
  status: string
  due: number
  asset: number
  controls: number[]
  mine?: boolean
}

export const FINDINGS: Finding[] = [
  {
    name: ['Sessions outlive the sign-out', 'Les sessions survivent à la déconnexion'],
    severity: 3,
    status: 'confirmed',
    due: 9,
    asset: 5,
    controls: [0],
    mine: true,
  },
  {
    name: ['Administrator without second factor', 'Administrateur sans second facteur'],
    severity: 4,
    status: 'in_progress',
    due: -3,
    asset: 7,
    controls: [0],
    mine: true,
  },
  {
    name: ['Old TLS at the partner gateway', 'Ancien TLS à la passerelle partenaires'],
    severity: 2,
    status: 'assigned',
    due: 30,
    asset: 11,
    controls: [5],
  },
  {
    name: ['Database reachable from the office network', 'Base accessible depuis le réseau de bureau'],
    severity: 3,
    status: 'identified',
    due: 45,
    asset: 8,
    controls: [5],
  },
  {
    name: ['Unsigned backups', 'Sauvegardes non signées'],
    severity: 2,
    status: 'confirmed',
    due: 60,
    asset: 9,
    controls: [1],
  },
  {
    name: ['Error pages tell the version', 'Les pages d’erreur révèlent la version'],
    severity: 1,
    status: 'resolved',
    due: -20,
    asset: 5,
    controls: [2],
  },
  {
    name: ['Archive without access log', 'Archive sans journal d’accès'],
    severity: 2,
    status: 'identified',
    due: 70,
    asset: 6,
    controls: [6],
  },
  {
    name: ['Shared account in claims', 'Compte partagé aux sinistres'],
    severity: 1,
    status: 'closed',
    due: -40,
    asset: 3,
    controls: [3],
  },
]
