package calendar

// abbreviations of zones that have one meaning for nearly everybody.
var abbreviations = map[string]string{
	"wet": "Europe/Lisbon", "west": "Europe/Lisbon", "bst": "Europe/London",
	"cet": "Europe/Berlin", "cest": "Europe/Berlin", "mez": "Europe/Berlin", "mesz": "Europe/Berlin",
	"eet": "Europe/Athens", "eest": "Europe/Athens", "msk": "Europe/Moscow", "sast": "Africa/Johannesburg",
	"et": "America/New_York", "est": "America/New_York", "edt": "America/New_York",
	"ct": "America/Chicago", "cdt": "America/Chicago",
	"mt": "America/Denver", "mst": "America/Denver", "mdt": "America/Denver",
	"pt": "America/Los_Angeles", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
	"akst": "America/Anchorage", "akdt": "America/Anchorage", "hst": "Pacific/Honolulu",
	"nst": "America/St_Johns", "ndt": "America/St_Johns", "adt": "America/Halifax",
	"jst": "Asia/Tokyo", "kst": "Asia/Seoul", "hkt": "Asia/Hong_Kong", "sgt": "Asia/Singapore",
	"awst": "Australia/Perth", "acdt": "Australia/Adelaide", "aedt": "Australia/Sydney",
	"nzst": "Pacific/Auckland", "nzdt": "Pacific/Auckland",
}

// unclear are abbreviations and places that mean different zones to different people.
var unclear = map[string][]string{
	"cst":       {"America/Chicago", "Asia/Shanghai", "America/Havana"},
	"ist":       {"Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"},
	"ast":       {"America/Halifax", "America/Puerto_Rico", "Asia/Riyadh"},
	"gst":       {"Asia/Dubai", "Atlantic/South_Georgia"},
	"aest":      {"Australia/Sydney", "Australia/Brisbane"},
	"acst":      {"Australia/Adelaide", "Australia/Darwin"},
	"eastern":   {"America/New_York", "America/Toronto", "Australia/Sydney"},
	"central":   {"America/Chicago", "America/Winnipeg", "Europe/Berlin"},
	"mountain":  {"America/Denver", "America/Phoenix", "America/Edmonton"},
	"pacific":   {"America/Los_Angeles", "America/Vancouver"},
	"usa":       {"America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"},
	"canada":    {"America/Toronto", "America/Winnipeg", "America/Edmonton", "America/Vancouver"},
	"australia": {"Australia/Sydney", "Australia/Brisbane", "Australia/Adelaide", "Australia/Perth"},
	"brazil":    {"America/Sao_Paulo", "America/Manaus"},
	"russia":    {"Europe/Moscow", "Asia/Yekaterinburg", "Asia/Vladivostok"},
}

// places are towns and countries that people name although no zone has their name.
var places = map[string]string{
	"germany": "Europe/Berlin", "hamburg": "Europe/Berlin", "munich": "Europe/Berlin", "munchen": "Europe/Berlin",
	"cologne": "Europe/Berlin", "koln": "Europe/Berlin", "frankfurt": "Europe/Berlin",
	"austria": "Europe/Vienna", "wien": "Europe/Vienna", "switzerland": "Europe/Zurich", "geneva": "Europe/Zurich",
	"basel": "Europe/Zurich", "bern": "Europe/Zurich", "france": "Europe/Paris", "lyon": "Europe/Paris",
	"uk": "Europe/London", "england": "Europe/London", "great_britain": "Europe/London", "scotland": "Europe/London",
	"wales": "Europe/London", "manchester": "Europe/London", "birmingham": "Europe/London", "edinburgh": "Europe/London",
	"glasgow": "Europe/London", "ireland": "Europe/Dublin", "italy": "Europe/Rome", "milan": "Europe/Rome",
	"barcelona": "Europe/Madrid", "netherlands": "Europe/Amsterdam", "rotterdam": "Europe/Amsterdam",
	"belgium": "Europe/Brussels", "antwerp": "Europe/Brussels", "denmark": "Europe/Copenhagen",
	"sweden": "Europe/Stockholm", "gothenburg": "Europe/Stockholm", "norway": "Europe/Oslo", "finland": "Europe/Helsinki",
	"czechia": "Europe/Prague", "hungary": "Europe/Budapest", "greece": "Europe/Athens", "krakow": "Europe/Warsaw",
	"boston": "America/New_York", "washington": "America/New_York", "washington_dc": "America/New_York",
	"philadelphia": "America/New_York", "pittsburgh": "America/New_York", "baltimore": "America/New_York",
	"atlanta": "America/New_York", "miami": "America/New_York", "cleveland": "America/New_York",
	"dallas": "America/Chicago", "houston": "America/Chicago", "austin": "America/Chicago",
	"st_louis": "America/Chicago", "minneapolis": "America/Chicago", "new_orleans": "America/Chicago",
	"salt_lake_city": "America/Denver", "san_francisco": "America/Los_Angeles", "seattle": "America/Los_Angeles",
	"san_diego": "America/Los_Angeles", "las_vegas": "America/Los_Angeles",
	"ottawa": "America/Toronto", "calgary": "America/Edmonton",
	"rio_de_janeiro": "America/Sao_Paulo", "beijing": "Asia/Shanghai", "china": "Asia/Shanghai",
	"india": "Asia/Kolkata", "mumbai": "Asia/Kolkata", "delhi": "Asia/Kolkata", "new_delhi": "Asia/Kolkata",
	"bangalore": "Asia/Kolkata", "osaka": "Asia/Tokyo", "korea": "Asia/Seoul", "south_africa": "Africa/Johannesburg",
	"cape_town": "Africa/Johannesburg", "new_zealand": "Pacific/Auckland", "wellington": "Pacific/Auckland",
}
