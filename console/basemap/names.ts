/** Chinese names of China's first-level units, by the code of `cn-provinces.topojson`, and the English ones where the source has others. */
export const provinceNames: Readonly<Record<string, { zh: string; en?: string }>> = {
  AH: { zh: '安徽' },
  BJ: { zh: '北京' },
  CQ: { zh: '重庆' },
  FJ: { zh: '福建' },
  GD: { zh: '广东' },
  GS: { zh: '甘肃' },
  GX: { zh: '广西' },
  GZ: { zh: '贵州' },
  HA: { zh: '河南' },
  HB: { zh: '湖北' },
  HE: { zh: '河北' },
  HI: { zh: '海南' },
  HK: { zh: '香港', en: 'Hong Kong' },
  HL: { zh: '黑龙江' },
  HN: { zh: '湖南' },
  JL: { zh: '吉林' },
  JS: { zh: '江苏' },
  JX: { zh: '江西' },
  LN: { zh: '辽宁' },
  MO: { zh: '澳门', en: 'Macao' },
  NM: { zh: '内蒙古', en: 'Inner Mongolia' },
  NX: { zh: '宁夏' },
  QH: { zh: '青海' },
  SC: { zh: '四川' },
  SD: { zh: '山东' },
  SH: { zh: '上海' },
  SN: { zh: '陕西' },
  SX: { zh: '山西' },
  TJ: { zh: '天津' },
  TW: { zh: '台湾' },
  XJ: { zh: '新疆' },
  XZ: { zh: '西藏' },
  YN: { zh: '云南' },
  ZJ: { zh: '浙江' },
};

const list = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s*[;\n]\s*/)
      .map((entry): [string, string] => {
        const [key = '', zh = ''] = entry.split('=');
        return [key, zh];
      }),
  );

/**
 * Cities of China by GeoNames' name and first-level code. Which are named, and how early, is decided here and not
 * by the source's population figures, which are uneven.
 */
export const metropolises = list(`
Shanghai|23=上海; Beijing|22=北京; Tianjin|28=天津; Chongqing|33=重庆; Guangzhou|30=广州; Shenzhen|30=深圳
Wuhan|12=武汉; Chengdu|32=成都; Nanjing|04=南京; Xi’an|26=西安; Shenyang|19=沈阳; Hangzhou|02=杭州
Harbin|08=哈尔滨; Jinan|25=济南; Zhengzhou|09=郑州; Changchun|05=长春; Kunming|29=昆明; Taiyuan|24=太原
Hefei|01=合肥; Changsha|11=长沙; Ürümqi|13=乌鲁木齐; Shijiazhuang|10=石家庄; Lanzhou|15=兰州; Nanchang|03=南昌
Fuzhou|07=福州; Guiyang|18=贵阳; Nanning|16=南宁; Hohhot|20=呼和浩特; Xining|06=西宁; Haikou|31=海口
Yinchuan|21=银川; Lhasa|14=拉萨; Dalian|19=大连; Qingdao|25=青岛; Xiamen|07=厦门; Ningbo|02=宁波
`);

export const cities = list(`
Suzhou|04=苏州; Wuxi|04=无锡; Changzhou|04=常州; Nantong|04=南通; Yangzhou|04=扬州; Zhenjiang|04=镇江; Taizhou|04=泰州
Yancheng|04=盐城; Huai'an|04=淮安; Xuzhou|04=徐州; Lianyungang|04=连云港
Wenzhou|02=温州; Jiaxing|02=嘉兴; Huzhou|02=湖州; Shaoxing|02=绍兴; Jinhua|02=金华; Taizhou|02=台州; Lishui|02=丽水; Zhoushan|02=舟山; Quzhou|02=衢州
Dongguan|30=东莞; Foshan|30=佛山; Zhongshan|30=中山; Zhuhai|30=珠海; Huizhou|30=惠州; Jiangmen|30=江门; Shantou|30=汕头; Zhanjiang|30=湛江
Zhaoqing|30=肇庆; Shaoguan|30=韶关; Meizhou|30=梅州; Chaozhou|30=潮州; Jieyang|30=揭阳; Qingyuan|30=清远; Yangjiang|30=阳江; Maoming|30=茂名; Heyuan|30=河源; Yunfu|30=云浮; Shanwei|30=汕尾
Yantai|25=烟台; Weifang|25=潍坊; Zibo|25=淄博; Jining|25=济宁; Linyi|25=临沂; Tai’an|25=泰安; Weihai|25=威海; Rizhao|25=日照; Dezhou|25=德州; Liaocheng|25=聊城; Heze|25=菏泽; Zaozhuang|25=枣庄; Binzhou|25=滨州
Tangshan|10=唐山; Baoding|10=保定; Handan|10=邯郸; Langfang|10=廊坊; Cangzhou|10=沧州; Zhangjiakou|10=张家口; Qinhuangdao|10=秦皇岛; Xingtai|10=邢台; Hengshui|10=衡水; Chengde|10=承德
Luoyang|09=洛阳; Kaifeng|09=开封; Xinxiang|09=新乡; Anyang|09=安阳; Nanyang|09=南阳; Shangqiu|09=商丘; Xuchang|09=许昌; Zhumadian|09=驻马店; Xinyang|09=信阳; Pingdingshan|09=平顶山; Jiaozuo|09=焦作; Zhoukou|09=周口; Luohe|09=漯河; Hebi|09=鹤壁
Yichang|12=宜昌; Xiangyang|12=襄阳; Jingzhou|12=荆州; Huangshi|12=黄石; Shiyan|12=十堰; Xiaogan|12=孝感; Jingmen|12=荆门; Suizhou|12=随州; Enshi|12=恩施
Zhuzhou|11=株洲; Xiangtan|11=湘潭; Hengyang|11=衡阳; Yueyang|11=岳阳; Changde|11=常德; Chenzhou|11=郴州; Huaihua|11=怀化; Loudi|11=娄底; Yiyang|11=益阳
Wuhu|01=芜湖; Bengbu|01=蚌埠; Anqing|01=安庆; Fuyang|01=阜阳; Huainan|01=淮南; Huaibei|01=淮北; Chuzhou|01=滁州; Suzhou|01=宿州; Bozhou|01=亳州; Huangshan|01=黄山; Xuanzhou|01=宣城
Jiujiang|03=九江; Ganzhou|03=赣州; Shangrao|03=上饶; Ji’an|03=吉安; Yichun|03=宜春; Jingdezhen|03=景德镇; Pingxiang|03=萍乡
Quanzhou|07=泉州; Zhangzhou|07=漳州; Putian|07=莆田; Longyan|07=龙岩; Sanming|07=三明; Nanping|07=南平; Ningde|07=宁德
Mianyang|32=绵阳; Yibin|32=宜宾; Luzhou|32=泸州; Nanchong|32=南充; Deyang|32=德阳; Leshan|32=乐山; Zigong|32=自贡; Neijiang|32=内江; Guangyuan|32=广元; Dazhou|32=达州; Panzhihua|32=攀枝花; Xichang|32=西昌; Suining|32=遂宁
Zunyi|18=遵义; Liupanshui|18=六盘水; Anshun|18=安顺; Bijie|18=毕节
Qujing|29=曲靖; Yuxi|29=玉溪; Dali|29=大理; Lijiang|29=丽江; Zhaotong|29=昭通
Liuzhou|16=柳州; Guilin|16=桂林; Wuzhou|16=梧州; Beihai|16=北海; Yulin|16=玉林; Qinzhou|16=钦州; Baise City|16=百色
Baoji|26=宝鸡; Xianyang|26=咸阳; Hanzhong|26=汉中; Weinan|26=渭南; Yulinshi|26=榆林; Ankang|26=安康
Datong|24=大同; Changzhi|24=长治; Linfen|24=临汾; Jincheng|24=晋城; Yuncheng|24=运城; Yangquan|24=阳泉
Baotou|20=包头; Ordos|20=鄂尔多斯; Chifeng|20=赤峰; Tongliao|20=通辽; Hailar|20=呼伦贝尔; Manzhouli|20=满洲里; Erenhot|20=二连浩特; Wuhai|20=乌海
Anshan|19=鞍山; Fushun|19=抚顺; Dandong|19=丹东; Jinzhou|19=锦州; Yingkou|19=营口; Benxi|19=本溪; Fuxin|19=阜新; Chaoyang|19=朝阳; Huludao|19=葫芦岛
Jilin|05=吉林; Siping|05=四平; Yanji|05=延吉; Tonghua|05=通化; Baicheng|05=白城; Songyuan|05=松原
Qiqihar|08=齐齐哈尔; Daqing|08=大庆; Mudanjiang|08=牡丹江; Jiamusi|08=佳木斯; Heihe|08=黑河; Suifenhe|08=绥芬河; Jixi|08=鸡西
Tianshui|15=天水; Jiuquan|15=酒泉; Jiayuguan|15=嘉峪关; Zhangye|15=张掖; Wuwei|15=武威; Baiyin|15=白银
Golmud|06=格尔木; Shizuishan|21=石嘴山; Wuzhong|21=吴忠
Kashgar|13=喀什; Korla|13=库尔勒; Aksu|13=阿克苏; Karamay|13=克拉玛依; Shihezi|13=石河子; Turpan|13=吐鲁番; Hami|13=哈密; Altay|13=阿勒泰; Yining|13=伊宁; Hotan|13=和田; Tacheng|13=塔城
Rikaze|14=日喀则; Sanya|31=三亚
`);

/** County-level cities at ports, border crossings and in the river deltas: named last. */
export const towns = list(`
Kunshan|04=昆山; Changshu City|04=常熟; Jiangyin|04=江阴; Zhangjiagang|04=张家港
Yiwu|02=义乌; Yuyao|02=余姚; Haining|02=海宁; Tongxiang|02=桐乡; Zhuji|02=诸暨; Linhai|02=临海; Wenling|02=温岭; Dongyang|02=东阳
Jinjiang|07=晋江; Shishi|07=石狮; Fuqing|07=福清; Jiaozhou|25=胶州; Shouguang|25=寿光; Zoucheng|25=邹城
Humen|30=虎门; Taishan|30=台山; Renqiu|10=任丘; Dingzhou|10=定州; Xinji|10=辛集; Dunhua|05=敦化; Hunchun|05=珲春; Gongzhuling|05=公主岭; Zhaodong|08=肇东
Xiantao|12=仙桃; Qianjiang|12=潜江; Tianmen|12=天门; Laohekou|12=老河口; Kaiyuan|29=开远; Jinghong|29=景洪
`);

/** Cities the source lacks: Chinese name, English name, longitude and latitude to a hundredth of a degree. */
export const added: readonly (readonly [zh: string, en: string, lon: number, lat: number])[] = [
  ['宿迁', 'Suqian', 118.28, 33.96],
  ['东营', 'Dongying', 118.67, 37.43],
  ['三门峡', 'Sanmenxia', 111.2, 34.77],
  ['邵阳', 'Shaoyang', 111.47, 27.24],
  ['永州', 'Yongzhou', 111.61, 26.42],
  ['凯里', 'Kaili', 107.98, 26.57],
  ['普洱', 'Pu’er', 100.97, 22.83],
  ['瑞丽', 'Ruili', 97.85, 24.01],
  ['蒙自', 'Mengzi', 103.39, 23.37],
  ['防城港', 'Fangchenggang', 108.35, 21.69],
  ['凭祥', 'Pingxiang', 106.77, 22.1],
  ['延安', 'Yan’an', 109.49, 36.59],
  ['敦煌', 'Dunhuang', 94.66, 40.14],
  ['霍尔果斯', 'Khorgas', 80.42, 44.2],
  ['林芝', 'Nyingchi', 94.36, 29.65],
];

/** Chinese names of cities abroad that trade by land and sea with China, and of capitals, by GeoNames' name and country. */
export const abroad = list(`
Hong Kong|HK=香港; Macau|MO=澳门; Taipei|TW=台北; Kaohsiung|TW=高雄; Taichung|TW=台中; Tainan|TW=台南
Tokyo|JP=东京; Osaka|JP=大阪; Nagoya|JP=名古屋; Yokohama|JP=横滨; Fukuoka|JP=福冈; Sapporo|JP=札幌; Seoul|KR=首尔; Busan|KR=釜山; Incheon|KR=仁川; Pyongyang|KP=平壤
Hanoi|VN=河内; Ho Chi Minh City|VN=胡志明市; Haiphong|VN=海防; Da Nang|VN=岘港; Vientiane|LA=万象; Phnom Penh|KH=金边; Bangkok|TH=曼谷; Yangon|MM=仰光; Mandalay|MM=曼德勒
Kuala Lumpur|MY=吉隆坡; Singapore|SG=新加坡; Jakarta|ID=雅加达; Surabaya|ID=泗水; Manila|PH=马尼拉; Ulan Bator|MN=乌兰巴托
Almaty|KZ=阿拉木图; Nur-Sultan|KZ=阿斯塔纳; Shymkent|KZ=奇姆肯特; Bishkek|KG=比什凯克; Tashkent|UZ=塔什干; Samarkand|UZ=撒马尔罕; Dushanbe|TJ=杜尚别; Ashgabat|TM=阿什哈巴德
Moscow|RU=莫斯科; Saint Petersburg|RU=圣彼得堡; Vladivostok|RU=符拉迪沃斯托克; Khabarovsk|RU=哈巴罗夫斯克; Irkutsk|RU=伊尔库茨克; Novosibirsk|RU=新西伯利亚; Yekaterinburg|RU=叶卡捷琳堡; Kazan|RU=喀山; Blagoveshchensk|RU=布拉戈维申斯克; Chita|RU=赤塔
Minsk|BY=明斯克; Kyiv|UA=基辅; Warsaw|PL=华沙; Berlin|DE=柏林; Hamburg|DE=汉堡; Duisburg|DE=杜伊斯堡; Munich|DE=慕尼黑; Prague|CZ=布拉格; Vienna|AT=维也纳; Budapest|HU=布达佩斯; Belgrade|RS=贝尔格莱德
Paris|FR=巴黎; London|GB=伦敦; Rotterdam|NL=鹿特丹; Amsterdam|NL=阿姆斯特丹; Brussels|BE=布鲁塞尔; Madrid|ES=马德里; Barcelona|ES=巴塞罗那; Rome|IT=罗马; Milan|IT=米兰; Athens|GR=雅典; Istanbul|TR=伊斯坦布尔; Ankara|TR=安卡拉
New Delhi|IN=新德里; Delhi|IN=德里; Mumbai|IN=孟买; Kolkata|IN=加尔各答; Chennai|IN=金奈; Bengaluru|IN=班加罗尔; Dhaka|BD=达卡; Kathmandu|NP=加德满都; Colombo|LK=科伦坡; Karachi|PK=卡拉奇; Lahore|PK=拉合尔; Islamabad|PK=伊斯兰堡; Kabul|AF=喀布尔; Tehran|IR=德黑兰; Baghdad|IQ=巴格达; Riyadh|SA=利雅得; Jeddah|SA=吉达; Dubai|AE=迪拜; Abu Dhabi|AE=阿布扎比; Doha|QA=多哈
Cairo|EG=开罗; Nairobi|KE=内罗毕; Mombasa|KE=蒙巴萨; Addis Ababa|ET=亚的斯亚贝巴; Lagos|NG=拉各斯; Johannesburg|ZA=约翰内斯堡; Cape Town|ZA=开普敦; Dar es Salaam|TZ=达累斯萨拉姆
Sydney|AU=悉尼; Melbourne|AU=墨尔本; Brisbane|AU=布里斯班; Perth|AU=珀斯; Auckland|NZ=奥克兰
New York City|US=纽约; Los Angeles|US=洛杉矶; Chicago|US=芝加哥; San Francisco|US=旧金山; Seattle|US=西雅图; Houston|US=休斯敦; Toronto|CA=多伦多; Vancouver|CA=温哥华; Mexico City|MX=墨西哥城; São Paulo|BR=圣保罗; Rio de Janeiro|BR=里约热内卢; Buenos Aires|AR=布宜诺斯艾利斯; Santiago|CL=圣地亚哥; Lima|PE=利马; Bogotá|CO=波哥大
`);
