import type { Lang } from '@plomb/contract/kit/text';

const zh = {
  title: '批次证据包',
  made: '{at} 由 {who} 制作',
  asOf: '数据截至 {at}',
  verdict: '完整性判定',
  soFar: '目前判定（批次未结束）',
  none: '未起运，不作判定',
  noneText: '批次没有起运，没有可判定的运输过程。',
  judged: '按规则 {rules} 判定于 {at}，依据当时可读的数据；之后补报的内容可能改变判定',
  kept: '轨迹已过保存期，沿用当时的判定',
  sentence: '。',
  verdictText: {
    intact: '没有发现不利的依据。',
    gap: '有一段或几处无法证明货物未被动过。',
    breached: '有记录表明货物的封被动过或与记录不符。',
  },
  ...{
    vehicle: '车辆',
    carrier: '承运商',
    driver: '司机',
    owner: '负责人',
    state: '状态',
    organisation: '组织',
    from: '起点',
    end: '终点',
  },
  ...{
    destination: '目的地',
    planned: '计划时间',
    left: '起运时间',
    ended: '结束时间',
    stillOpen: '未结束',
    notLeft: '未起运',
    creator: '计划人',
  },
  ...{
    locks: '电子锁',
    driven: '已知里程',
    records: '记录',
    recordsText: '{events} 条记录、{photos} 张照片、{frames} 条原始报文、{positions} 条位置上报',
  },
  ...{ endReason: '结束原因', stops: '停靠点', patrol: '巡检', none0: '无', unknown: '未知', yes: '是', no: '否' },
  mapNote: '示意图，WGS-84，无底图：蓝线为电子锁上报的路线，虚线处没有证据，圆圈为计划地点。',
  why: '判定依据',
  whyNote: '每条依据后面是其所依据的记录编号（E）和照片编号（P）',
  reason: '依据',
  ...{
    weight: '轻重',
    weights: { breached: '破坏', gap: '缺口', note: '说明', for: '有利' },
    rests: '记录',
    details: '详情',
    minutes: '{n} 分钟',
    times: '{n} 次',
  },
  plan: '计划',
  positions: '施封位置',
  ...{
    position: '位置',
    medium: '封的类型',
    plannedNumber: '计划封号',
    number: '封号',
    openers: '可拆封人',
    openAt: '可拆封地点',
    second: '第二人',
    asked: '要求照片',
    process: '工序',
  },
  atDestination: '目的地',
  byRules: '按锁的规则',
  anyone: '有权限的人',
  numbers: '各位置封号',
  ...{
    sealed: '施封',
    looks: '途中核对',
    opened: '拆封',
    result: '结果',
    before: '曾用 {numbers}',
    again: '{time} 重新施封',
  },
  results: { matches: '一致', mismatch: '不一致', abnormal: '异常', unread: '从未核对', waits: '待核对' },
  line: '时间线',
  lineNote: '时间为平台时间；设备或手机自带时钟的时间（记录中有的）在“设备时间”一列。“收到”为平台收到的时间。',
  ...{
    nr: '编号',
    at: '时间',
    deviceTime: '设备时间',
    told: '收到',
    what: '事项',
    who: '人员',
    place: '坐标',
    photos: '照片',
    late: '补报',
    kind: '类别',
  },
  kinds: {
    step: '工序',
    refused: '被拒操作',
    failed: '读写器操作失败',
    reading: '与记录矛盾的读写器操作',
    event: '锁状态',
    alarm: '告警',
    order: '指令',
    gap: '无证据',
    amended: '计划变更',
    planned: '计划',
  },
  gapText: { silent: '{n} 分钟没有收到上报', noFix: '{n} 分钟有上报但没有定位' },
  ...{
    answered: '锁应答 {at}',
    unanswered: '未收到应答',
    proved: '锁的动作证实 {at}',
    unproved: '没有锁的动作证实',
    approved: '{name} 批准',
    besides: '第二人 {name}',
    reasonIs: '原因：{text}',
  },
  orders: '指令及其应答与证实',
  ...{ ordered: '下达', answer: '应答', proof: '证实', orderedBy: '下达人', approvedBy: '批准人' },
  alarms: '告警',
  ...{ severity: '级别', status: '处理', first: '首次时间' },
  amendments: '计划变更',
  ...{ changed: '变更内容', witness: '第二人' },
  keyPhotos: '照片',
  photosNote: '原件在 photos/ 文件夹；下方为每个原件的 SHA-256',
  photoMissing: '原件已读不到',
  photoNotDrawn: '见 photos/ 中的原件',
  frames: '原始报文',
  framesNote: '电子锁发来的原始字节。能开锁的字节以 •• 遮盖；SHA-256 为完整报文的哈希。逐字段的解释见 frames.json。',
  ...{ length: '字节', proven: '来源已证实', replay: '补传', bytes: '内容' },
  scope: '本包的范围与不足',
  leftOut: '制作人无权查看，故未收入：{what}。',
  cut: '数量超过上限，只收入一部分：{what}。',
  gone: '以下电子锁的位置上报与原始报文已过保存期，或该锁已不在可见范围：{what}。其动作与告警仍在本包中。',
  framesMissing: '有 {n} 条锁状态的原始报文已不再保存。',
  photosMissing: '以下照片的原件已读不到：{what}。',
  complete: '制作人可见的内容均已收入，没有截断。',
  limits:
    '本包只说明系统收到并保存的内容：它不证明货物本身，也不证明没有上报的时段。时间相差与定位误差以各行所注为准。判定由规则得出，规则与依据见上。',
  noTrack: '未收入位置上报，判定仍按制作时可读的轨迹得出。',
  check: '如何核对本包',
  checkText:
    'manifest.json 列出本包每个文件的大小与 SHA-256。manifest.json 自身的 SHA-256 记在系统中：批次页“证据包”一栏，以及监管台账。核对方法见 CHECK.txt。',
  sums: '数据文件的 SHA-256',
  foot: '时间 {zone} · 坐标 WGS-84 · {serial} · 含个人信息，仅供有关各方使用',
  page: '第 {page} 页，共 {pages} 页',
  noRows: '没有',
  and: '、',
  check_txt: `核对本证据包

1. 解压本文件。
2. 计算 manifest.json 的 SHA-256：
     Linux     sha256sum manifest.json
     macOS     shasum -a 256 manifest.json
     Windows   certutil -hashfile manifest.json SHA256
   与系统中批次页“证据包”一栏或监管台账所记的值比较。相同，则清单未被改动。
3. 在清单中查出 SHA256SUMS 的 SHA-256，并与该文件的实际值比较，两者须相同：
     grep -A 2 '"SHA256SUMS"' manifest.json
     sha256sum SHA256SUMS         （macOS：shasum -a 256 SHA256SUMS）
4. 核对其余每个文件，每行都应显示 OK：
     sha256sum -c SHA256SUMS      （macOS：shasum -a 256 -c SHA256SUMS）
5. 没有列出的文件不属于本包。下面的命令只应显示 SHA256SUMS 和 manifest.json：
     find . -type f | cut -c3- | sort > /tmp/found; cut -c67- SHA256SUMS | sort | comm -23 /tmp/found -
6. 只要有一步不符，就不要采信不符的文件。

也可以在系统中批次页的“证据包”一栏选择本 zip 文件：以上各步都在浏览器中完成。
核对只说明：本包自制作后未被改动。它不说明货物本身的状况。
`,
};
type Words = typeof zh;
const en: Words = {
  title: 'Evidence pack of a batch',
  made: 'Made {at} by {who}',
  asOf: 'What was known by {at}',
  verdict: 'Integrity',
  soFar: 'Integrity so far (not ended)',
  none: 'Never left: no verdict',
  noneText: 'The batch has not left, so there is no journey to judge.',
  judged: 'judged {at} by rules {rules} and what could be read then; what is told later may change it',
  kept: 'the track is past its keeping: as it was judged while it could be read',
  sentence: '. ',
  verdictText: {
    intact: 'Nothing was found that speaks against it.',
    gap: 'For some of the journey nobody can tell that the load was left alone.',
    breached: 'Something on record says that a seal was opened or is another one.',
  },
  ...{
    vehicle: 'Vehicle',
    carrier: 'Carrier',
    driver: 'Driver',
    owner: 'Owner',
    state: 'State',
    organisation: 'Organisation',
    from: 'From',
    end: 'Drive ends',
  },
  ...{
    destination: 'To',
    planned: 'Planned',
    left: 'Left',
    ended: 'Ended',
    stillOpen: 'not ended',
    notLeft: 'not left',
    creator: 'Planned by',
  },
  ...{
    locks: 'Locks',
    driven: 'Driven, known',
    records: 'Records',
    recordsText: 'records: {events}, photos: {photos}, raw frames: {frames}, reports of places: {positions}',
  },
  ...{
    endReason: 'Why it ended',
    stops: 'Stops',
    patrol: 'patrol',
    none0: 'none',
    unknown: 'unknown',
    yes: 'yes',
    no: 'no',
  },
  mapNote:
    'A sketch, WGS-84, without a base map: the line is where the lock said it was, dotted where there is no evidence, rings are places of the plan.',
  why: 'Why it is judged so',
  whyNote: 'Each reason names the records (E) and the photos (P) that it rests on',
  reason: 'Reason',
  ...{
    weight: 'Weight',
    weights: { breached: 'breach', gap: 'gap', note: 'note', for: 'in favour' },
    rests: 'Records',
    details: 'Details',
    minutes: '{n} min',
    times: '{n} times',
  },
  plan: 'The plan',
  positions: 'Positions',
  ...{
    position: 'Position',
    medium: 'Sealed by',
    plannedNumber: 'Number asked for',
    number: 'Number',
    openers: 'Who may open',
    openAt: 'Where',
    second: 'Second person',
    asked: 'Photos asked',
    process: 'Process',
  },
  atDestination: 'destination',
  byRules: 'by the rules of the lock',
  anyone: 'whoever has the right',
  numbers: 'Seal numbers per position',
  ...{
    sealed: 'Sealed',
    looks: 'Read on the way',
    opened: 'Opened',
    result: 'Result',
    before: 'before: {numbers}',
    again: 'sealed again {time}',
  },
  results: {
    matches: 'Match',
    mismatch: 'Mismatch',
    abnormal: 'Abnormal',
    unread: 'Never read',
    waits: 'Not yet read',
  },
  line: 'Time line',
  lineNote:
    'Times are those of the platform; what the clock of the device or handset said stands beside, where the record has it. "Came" is when the platform was told.',
  ...{
    nr: 'No.',
    at: 'Time',
    deviceTime: 'Device time',
    told: 'Came',
    what: 'What',
    who: 'Who',
    place: 'Place',
    photos: 'Photos',
    late: 'told late',
    kind: 'Kind',
  },
  kinds: {
    step: 'Step',
    refused: 'Refused',
    failed: 'Reader failed',
    reading: 'Reader contradicts',
    event: 'Lock',
    alarm: 'Alarm',
    order: 'Order',
    gap: 'No evidence',
    amended: 'Plan amended',
    planned: 'Planned',
  },
  gapText: { silent: 'nothing was heard for {n} min', noFix: 'heard without a place for {n} min' },
  ...{
    answered: 'answered {at}',
    unanswered: 'no answer',
    proved: 'proved by the lock {at}',
    unproved: 'not proved by the lock',
    approved: 'approved by {name}',
    besides: 'with {name}',
    reasonIs: 'reason: {text}',
  },
  orders: 'Orders, with answer and proof',
  ...{ ordered: 'Ordered', answer: 'Answer', proof: 'Proof', orderedBy: 'By', approvedBy: 'Approved by' },
  alarms: 'Alarms',
  ...{ severity: 'Severity', status: 'Handling', first: 'First' },
  amendments: 'Amendments of the plan',
  ...{ changed: 'Changed', witness: 'Second person' },
  keyPhotos: 'Photos',
  photosNote: 'originals are in the folder photos/; below each stands the SHA-256 of its original',
  photoMissing: 'the original cannot be read any more',
  photoNotDrawn: 'in photos/ only',
  frames: 'Raw frames',
  framesNote:
    'Bytes as the lock sent them. Those that open it are covered by ••; the SHA-256 is of the whole frame. Explained field by field in frames.json.',
  ...{ length: 'Bytes', proven: 'Sender proved', replay: 'From memory', bytes: 'Content' },
  scope: 'What this pack covers, and what it does not',
  leftOut: 'Not in it, for whoever made it may not see these: {what}.',
  cut: 'More than a pack holds, so only in part: {what}.',
  gone: 'Reports of places and raw frames of these locks are past keeping, or the lock is out of sight by now: {what}. What they did and what rang is in the pack.',
  framesMissing: 'Of {n} words of locks the raw frame is not kept any more.',
  photosMissing: 'The originals of these photos cannot be read any more: {what}.',
  complete: 'All that whoever made it may see is in it; nothing was cut.',
  limits:
    'This pack says what the system was told and kept. It does not prove the goods themselves, nor what happened while nothing was told. Clocks and places are as exact as their rows say. The verdict is made by rules, from the reasons above.',
  noTrack: 'Reports of places are not in it; the verdict rests on the track as it could be read when it was made.',
  check: 'Check this pack yourself',
  checkText:
    'manifest.json names the size and SHA-256 of every file of this pack. Its own SHA-256 is on record in the system: on the page of the batch under "Evidence pack", and in the ledger. CHECK.txt says how.',
  sums: 'SHA-256 of the data files',
  foot: 'Times {zone} · places WGS-84 · {serial} · personal data: only for the parties concerned',
  page: 'Page {page} of {pages}',
  noRows: 'None',
  and: ', ',
  check_txt: `How to check this pack

1. Unpack it.
2. Take the SHA-256 of manifest.json:
     Linux     sha256sum manifest.json
     macOS     shasum -a 256 manifest.json
     Windows   certutil -hashfile manifest.json SHA256
   and compare it with the one on record: on the page of the batch under "Evidence pack", or in the ledger. If they
   are the same, the manifest is as it was made.
3. Look up the SHA-256 of SHA256SUMS in the manifest, and compare it with that of the file. They have to be the same:
     grep -A 2 '"SHA256SUMS"' manifest.json
     sha256sum SHA256SUMS         (macOS: shasum -a 256 SHA256SUMS)
4. Check every other file. Each line has to say OK:
     sha256sum -c SHA256SUMS      (macOS: shasum -a 256 -c SHA256SUMS)
5. What is not listed is not of the pack. This has to name SHA256SUMS and manifest.json only:
     find . -type f | cut -c3- | sort > /tmp/found; cut -c67- SHA256SUMS | sort | comm -23 /tmp/found -
6. Do not rely on what does not match in any of these.

Or choose this zip on the page of the batch, under "Evidence pack": all of this is then done in the browser.
It shows that the pack is as it was made. It says nothing of the goods themselves.
`,
};

export const packWords: Record<Lang, Words> = { zh, en };
